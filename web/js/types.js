/**
 * The shapes the server speaks in (docs/api.md), for the type checker alone.
 * @module
 */

/** @typedef {"first" | "second"} Seat */
/** @typedef {"recruit" | "soldier" | "veteran" | "strategos"} Level How good a computer player is. */
/** @typedef {Record<string, unknown> & {do?: string}} Order One small step of play, in the game's own words. */
/** @typedef {{winner: string | null, grade: string, rule: string, why: string}} Verdict */
/** @typedef {{side?: string, dice?: {count: number, sides: number}, over?: Verdict}} Turn */

/**
 * What an order does and points at.
 * @typedef {object} Aim
 * @property {string} kind the sort of thing it does
 * @property {number | null} counter the counter that acts or is acted on
 * @property {number} [with] another counter it names
 * @property {string | null} place where it leads or aims
 * @property {number} [facing] the way it turns its counter
 * @property {number} [towards] the way it leads its counter
 * @property {string} [look] how its place is lit: dark if it is not said
 * @property {string} [begins] what it begins, in a word
 * @property {boolean} [continues] goes on with what an earlier one began
 * @property {boolean} [marches] takes a counter up that may then be led
 * @property {boolean} [weighed] its odds are worth a look
 * @property {boolean} [careful] a stray click should not give it
 * @property {boolean} [button] a button too, although it has a place
 * @property {boolean} [undoes] takes back what an earlier one said
 * @property {boolean} [joins] its counter takes part in what is aimed at a place
 * @property {number} [onward] how much it carries the game on
 * @property {string} [key] the key that gives it
 */

/** @typedef {Aim & {order: Order, text: string}} ListedOrder */

/**
 * @typedef {object} Landscape
 * @property {string} key
 * @property {"flat" | "pointy"} orientation
 * @property {number} columns
 * @property {number} rows
 * @property {boolean} even_shifted
 * @property {string[]} [numbers] printed on the hexes, line by line
 * @property {string[]} [terrain]
 * @property {{hex: string, text: string, kind: string}[]} [labels]
 * @property {string | null} [house]
 * @property {{width: number, depth: number, unit: string, overlays?: Overlay[]}} [table] an open table in place of hexes, in thousandths of its unit
 */

/**
 * @typedef {object} Counter
 * @property {number} id
 * @property {number} side
 * @property {string | null} place
 * @property {string} glyph
 * @property {string} name
 * @property {string} left
 * @property {string} middle
 * @property {string} right
 * @property {number | null} facing
 * @property {{width: number, depth: number}} [base] what it covers on an open table
 * @property {string[]} seals
 * @property {number | null} aboard
 * @property {string[]} [about] what a player wants to know before it is taken up
 */

/** @typedef {{at: string, shows: string, means: string, rule?: string}} Inscription one thing to be read on a counter */
/** @typedef {{counter: number, inscriptions: Inscription[], did: string[], may: string[], rules: string[]}} Profile what a counter says */
/** @typedef {{text: string, side: number | null, of?: [number, number]}} Figure how it stands with a part of the goal */
/** @typedef {{text: string, standing: Figure[], rule: string}} Goal what wins */
/** @typedef {{kind: string, title: string, text: string, standing: string, rule?: string}} Card one that lies open beside the map */

/**
 * @typedef {object} Scene
 * @property {string} title
 * @property {string} subtitle
 * @property {{name: string, strength: number, standing: string}[]} sides
 * @property {Landscape} landscape
 * @property {Counter[]} counters
 * @property {{place: string, kind: string, side: number | null, text: string}[]} marks
 * @property {{name: string, spaces: string[], at: number | null, house: boolean}[]} tracks
 * @property {{name: string, side: number | null, counters: number[]}[]} boxes
 * @property {Goal} goal
 * @property {Card[]} cards
 * @property {string} phase
 * @property {string} prompt
 * @property {number | null} to_act
 * @property {string} description
 */

/** @typedef {{label: string, value: string, rule: string}} Term */
/** @typedef {"attacker" | "defender" | "nobody"} Gainer whoever acts, or the other side */
/** @typedef {{result: string, ways: number, of: number, faces?: number[], gains?: Gainer}} Chance the faces of a single die that give it, and who gains by it */
/** @typedef {{title: string, terms: Term[], total: string, results: Chance[], order?: Order}} Sum with the order that comes to it and nothing else */

/**
 * @typedef {object} GameEvent
 * @property {string} kind
 * @property {string} rule
 * @property {string} text
 * @property {number[]} [counters]
 * @property {string[]} [places]
 * @property {number[]} [dice]
 * @property {Sum} [sum]
 */

/** @typedef {{entry: number, events: GameEvent[], side: string | null, order?: string, begins?: string, continues?: boolean, turn_label: string, player_turn?: number}} LogEntry */
/** @typedef {{side: Seat, name: string, player: string | null, online: boolean, clock_ms: number | null, running?: boolean, computer?: Level | null}} SeatCard */
/**
 * What the server pushes: the last message of several brings the board, or what changed on it since another.
 * @typedef {Partial<View> & {number: number, entry: number, since?: string, changes?: Changes, back_to?: number}} News
 */
/** @typedef {{realm: string, counters: string[], marks: string[]}} Layer What is drawn over the map, in pieces. */
/**
 * @template T, I
 * @typedef {{put: T[], order?: I[]}} ListChanges What is new or different in a list, and its ids in order.
 */
/**
 * @typedef {object} Changes
 * @property {Partial<Scene>} scene
 * @property {ListChanges<Counter, number>} [counters]
 * @property {string} [realm]
 * @property {ListChanges<string, string>} [pieces] the drawn counters
 * @property {ListChanges<string, string>} [badges] the drawn marks
 */
/** @typedef {{n: number, who: string, text: string, at: string | number}} ChatLine */
/** @typedef {{place: string, cost: string, stops: boolean, rule?: string, path: string[], meets?: string[], orders: Order[]}} Route */
/** @typedef {{rule: string, why: string}} Objection */
/** @typedef {{orders: Order[], ends: {counter: number, place: {x: number, y: number, heading: number}}[], reach?: [number, number], text: string, objection?: Objection | null, bouts?: Bout[]}} Way for counters of an open table that are led together */
/** @typedef {{kind: string, title: string, about: string, key: string, rule: string}} Overlay what may be shown over an open table */
/** @typedef {{look: "plain" | "strong" | "faint" | "lost", side: number | null, counter: number | null, outline: [number, number][], name: string}} Region ground that a rule speaks of */
/** @typedef {{counters: number[], names: string[], terms: Term[][], factors: number[], ways: number[], of: number, results: Chance[]}} Bout a fight as everybody stands */
/** @typedef {{rule: string, title: string, summary: string, status?: string}} Rule */

/**
 * @typedef {object} OptionCard
 * @property {string} name
 * @property {string} about
 * @property {unknown[]} values
 * @property {unknown} default
 * @property {string[]} [titles] what each value is called
 */

/**
 * @typedef {object} ScenarioCard
 * @property {string} game
 * @property {string} scenario
 * @property {string} title
 * @property {string} date
 * @property {number} year
 * @property {string[]} sides
 * @property {number} turns
 * @property {string} category
 * @property {string} goal
 * @property {string} notes
 * @property {string[]} rules
 * @property {string[]} house
 * @property {OptionCard[]} options
 * @property {"short" | "medium" | "long"} length
 * @property {number} difficulty
 * @property {string} picture
 * @property {{landscape: string, key: string, width: number, height: number, armies: [number, number][][], faces?: string[][]}} [field]
 * @property {{title: string, address: string}} [report] what many games of it say
 */

/** @typedef {{name: string, title: string, about: string, minutes: number}} LessonCard */
/** @typedef {{ground: string, ink: string, strokes: string[]}} Cover drawn on a square of 60 by 60 */
/** @typedef {{game: string, title: string, cover: Cover | null, scenarios: ScenarioCard[], lessons?: LessonCard[]}} ShelfGame */

/**
 * @typedef {object} View
 * @property {string} id
 * @property {string} scenario
 * @property {ScenarioCard} card
 * @property {number} number deeds so far, talk and offers included
 * @property {number} entry
 * @property {Seat[]} you the seats the visitor gives orders for
 * @property {Seat[]} [owns] the visitor's seats, those led by the computer too
 * @property {{side: Seat} | null} [thinking] the computer is to move
 * @property {SeatCard[]} seats
 * @property {Turn} turn
 * @property {string} prompt
 * @property {Scene} scene
 * @property {string} landscape
 * @property {Record<string, unknown>} [options] of the scenario
 * @property {string} [seating]
 * @property {number} [created]
 * @property {number} [updated]
 * @property {string} board by what its board is known
 * @property {Layer} layer
 * @property {ListedOrder[]} [orders]
 * @property {Sum[]} [sums]
 * @property {{counter: number, ways: Route[]} | null} [routes] of the counter in hand
 * @property {{name: string, from: number, step: number, given: number, of: number}} [lesson] where a pupil stands
 * @property {{free: boolean, asked_by: Seat | null, asked: number | null, rematch: boolean, anew_before: number | null}} undo
 * @property {{offered_by: Seat | null}} draw
 * @property {{commitment: string, seed: string | null, physical?: boolean, nonces?: (string | null)[]}} dice
 * @property {{kind: string} | null} [clock]
 * @property {string | null} [invite]
 * @property {string[]} [muted]
 * @property {ChatLine[]} chat
 * @property {number} [played]
 * @property {Objection} [refused]
 * @property {LogEntry[]} [log]
 */

/** @typedef {{term: string, gain: number}} Reason */
/** @typedef {{text: string, orders: Order[], aims: Aim[], chance: number, trials: number, reasons: Reason[]}} Plan */
/** @typedef {{chance: number, plans: Plan[]}} Advice the best plan first */
/** @typedef {{entry: number, first: number, label: string}} ChancePoint */
/** @typedef {{entry: number, first_before: number, first_after: number, text: string}} TurningPoint */
/** @typedef {{sides: string[], points: ChancePoint[], turning: TurningPoint[]}} Chances the first side's, over time */

/** @typedef {{label: string, entry: number, first: number, dice: number, decided: [number, number]}} TurnAccount what changed the first side's chance in a turn */
/** @typedef {{from: number, entry: number, side: Seat, turn: string, gain: number, text: string, instead: {text: string, margin: number} | null}} Decision what it was worth to its side */
/** @typedef {{entry: number, turn: string, gain: number, text: string}} Throw what it was worth to the first side */
/** @typedef {{sides: string[], fitted: boolean, start: number, end: number, dice: number, decided: [number, number], turns: TurnAccount[], decisions: Decision[], throws: Throw[], lost: [number, number], fielded: [number, number], told_to: number}} Analysis of a game that is over */

/** @typedef {{entry: number, scene: Scene, layer: Layer, prompt: string, turn: Turn}} Moment */

/**
 * @typedef {object} GameCard
 * @property {string} id
 * @property {string} scenario
 * @property {string} title
 * @property {{name: string, player: string | null, you: boolean, computer?: Level | null}[]} sides
 * @property {Turn} turn
 * @property {boolean} your_move
 * @property {number} moves
 * @property {string | number} updated
 * @property {Verdict | null} [result]
 */

/** @typedef {{name: string, guest: boolean, email: string | null, notify: boolean, confirmed: boolean, mail: boolean}} Me */

export {};
