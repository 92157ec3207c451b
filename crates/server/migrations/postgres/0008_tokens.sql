-- What bots speak for a player with; only the digest of a token is kept.
CREATE TABLE tokens (
    token BYTEA PRIMARY KEY,
    player BIGINT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX tokens_player ON tokens (player);
