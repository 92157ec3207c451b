-- The lessons an account has taken, by game and name, so that they are known in every browser of its owner.
CREATE TABLE lessons (
    player BIGINT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    lesson TEXT NOT NULL,
    taken BIGINT NOT NULL,
    PRIMARY KEY (player, lesson)
);
