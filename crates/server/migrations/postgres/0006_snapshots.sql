-- How a game stood after a number of deeds; at most two of each game.
CREATE TABLE snapshots (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, number)
);
