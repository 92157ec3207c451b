CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    guest BOOLEAN NOT NULL,
    password TEXT,
    email TEXT,
    notify BOOLEAN NOT NULL DEFAULT FALSE,
    stop_token TEXT NOT NULL UNIQUE,
    mailed BIGINT NOT NULL DEFAULT 0,
    created BIGINT NOT NULL
);

CREATE TABLE sessions (
    token BLOB PRIMARY KEY,
    player BIGINT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX sessions_player ON sessions (player);
CREATE INDEX sessions_expires ON sessions (expires);

CREATE TABLE games (
    id TEXT PRIMARY KEY,
    scenario TEXT NOT NULL,
    header TEXT NOT NULL,
    seed BLOB,
    seating TEXT NOT NULL,
    clock TEXT,
    invite TEXT UNIQUE,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    last BIGINT NOT NULL,
    moves BIGINT NOT NULL,
    turn TEXT NOT NULL,
    to_act BIGINT,
    finished BOOLEAN NOT NULL,
    first_player BIGINT REFERENCES players (id),
    second_player BIGINT REFERENCES players (id)
);
-- Every deed changes `updated`: only one index follows it.
CREATE INDEX games_first ON games (first_player);
CREATE INDEX games_second ON games (second_player);
CREATE INDEX games_updated ON games (finished, updated);

-- One row for each order, roll or other deed at the table; no two writers can both win a number.
CREATE TABLE deeds (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    side BIGINT,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;

CREATE TABLE mutes (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    player BIGINT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    muted TEXT NOT NULL,
    PRIMARY KEY (game, player, muted)
);
