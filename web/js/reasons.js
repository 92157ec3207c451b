/**
 * Why a plan is good, in words: what the computer weighs, term by term.
 * @module
 */

/**
 * What a term comes to when it speaks for the side to move, and when it speaks against it. A gain is always the
 * mover's, so the words fit either side. A term not named here is told by its own name.
 * @type {Record<string, [string, string]>}
 */
const WORDS = {
  // Battles.
  strength: ["keeps the army strong", "costs strength"],
  losses: ["hurts the enemy more than us", "risks losses"],
  order: ["keeps the ranks in order", "puts the ranks in disorder"],
  prospects: ["betters the prospect of victory", "dims the prospect of victory"],
  verdict: ["comes nearer to a decision for us", "comes nearer to a decision against us"],
  blows: ["makes good attacks possible", "gives good attacks away"],
  danger: ["keeps out of danger", "runs into danger"],
  approach: ["comes nearer to the goal", "goes away from the goal"],
  cohesion: ["keeps the units together", "pulls the units apart"],
  flanks: ["turns the enemy’s flanks and covers our own", "bares our flanks"],
  archers: ["covers the archers", "exposes the archers"],
  command: ["keeps units under command", "leads units out of command"],
  leaders: ["keeps the leaders safe", "endangers the leaders"],
  "attacks at hand": ["makes good attacks possible", "gives good attacks away"],
  threats: ["keeps a threat over the enemy", "comes within the enemy’s reach"],
  "exposed archers": ["covers the archers", "exposes the archers"],
  commanders: ["keeps the commanders safe", "endangers the commanders"],
  plunder: ["reaches for the baggage", "leaves the baggage open"],
  // Grand strategy.
  count: ["betters the count of victory points", "worsens the count of victory points"],
  income: ["betters the balance of income", "worsens the balance of income"],
  army: ["betters the balance with the Muslim armies", "worsens the balance with the Muslim armies"],
  empires: ["betters the balance with the Empires’ armies", "worsens the balance with the Empires’ armies"],
  treasury: ["betters the balance of the treasuries", "worsens the balance of the treasuries"],
  clashes: ["gives good odds in the combats to come", "gives bad odds in the combats to come"],
  frailty: ["uses weak garrisons well", "leaves weak garrisons to the enemy"],
  unrest: ["turns unrest to account", "lets unrest work against us"],
  wear: ["turns attrition to account", "lets attrition work against us"],
  constantinople: ["stands better before Constantinople", "stands worse before Constantinople"],
  conquest: ["stands better in the conquests to come", "stands worse in the conquests to come"],
  slumber: ["makes better use of quiet provinces", "makes worse use of quiet provinces"],
  war: ["stands better in the civil war", "stands worse in the civil war"],
};

/** @param {import("./types.js").Reason} reason */
export function because({ term, gain }) {
  const [more, less] = WORDS[term] ?? [`better: ${term}`, `worse: ${term}`];
  return gain < 0 ? less : more;
}

/**
 * A plan in one sentence. Its orders are told as they would stand alone, long ones by their first and last; a halt
 * goes without saying, where the march ends does not.
 * @param {string} text
 * @param {string | undefined} end the hex where the march ends
 */
export function inOneBreath(text, end) {
  return text
    .replace(/, then Halt\.?$/, "")
    .replace(/ to: Halt\.?$/, end ? ` to ${end}` : "")
    .replace(/, then ([A-Z])(?=[a-z]+ )/g, (_, letter) => `, then ${letter.toLowerCase()}`);
}

/** @param {number} share */
export function percent(share) {
  const hundredths = share * 100;
  return `${hundredths > 0 && hundredths < 0.95 ? hundredths.toFixed(1) : Math.round(hundredths)} %`;
}
