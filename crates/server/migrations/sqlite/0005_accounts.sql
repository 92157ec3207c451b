-- Only addresses whose owner has said so are written to.
ALTER TABLE players ADD COLUMN confirmed BOOLEAN NOT NULL DEFAULT FALSE;
-- How people tell their sessions apart: what the browser called itself.
ALTER TABLE sessions ADD COLUMN agent TEXT NOT NULL DEFAULT '';

-- What a link in a mail opens, once, until it expires; only the digest of the link is kept.
CREATE TABLE links (
    token BLOB PRIMARY KEY,
    player BIGINT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    email TEXT NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX links_player ON links (player);
