// Random games of noughts and crosses by boardgame.io: `play.cjs GAMES` prints games, orders and choices. The framework has
// no game of its own; this is the smallest there is, so what is measured is the framework.

const { Client } = require("boardgame.io/client");
const { INVALID_MOVE } = require("boardgame.io/core");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const crosses = {
    setup: () => ({ cells: Array(9).fill(null) }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: {
        mark: ({ G, playerID }, cell) => {
            if (G.cells[cell] !== null) return INVALID_MOVE;
            G.cells[cell] = playerID;
        },
    },
    endIf: ({ G, ctx }) => {
        const won = LINES.some((line) => line.every((cell) => G.cells[cell] !== null && G.cells[cell] === G.cells[line[0]]));
        if (won) return { winner: ctx.currentPlayer };
        if (G.cells.every((cell) => cell !== null)) return { draw: true };
    },
};

const games = Number(process.argv[2]);
let orders = 0;
let choices = 0;
for (let game = 0; game < games; game++) {
    const client = Client({ game: crosses, debug: false });
    let state = client.getState();
    while (!state.ctx.gameover) {
        const free = state.G.cells.flatMap((cell, n) => (cell === null ? [n] : []));
        choices += free.length;
        orders++;
        client.moves.mark(free[Math.floor(Math.random() * free.length)]);
        state = client.getState();
    }
}
console.log(games, orders, choices);
