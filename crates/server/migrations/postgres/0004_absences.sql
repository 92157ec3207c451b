-- One row: when somebody last served.
CREATE TABLE heartbeat (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    at BIGINT NOT NULL
);

-- When nobody served: clocks of games leave these stretches out.
CREATE TABLE absences (
    since BIGINT PRIMARY KEY,
    until BIGINT NOT NULL
);
