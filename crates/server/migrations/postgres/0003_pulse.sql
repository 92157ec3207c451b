-- One row, written to find out whether the database can be written to.
CREATE TABLE pulse (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    at BIGINT NOT NULL
);
