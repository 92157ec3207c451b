-- The secret half of the key this server signs records with; there is one.
CREATE TABLE keys (
    id INTEGER PRIMARY KEY,
    secret BLOB NOT NULL
);
