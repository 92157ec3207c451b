/**
 * What changed on the board: the server tells only that to whoever has the board before it.
 * @module
 */

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").News} News */

/**
 * Whether news can be laid over a view: they bring the whole board, or what changed since the one it has.
 * @param {View} view
 * @param {News} news
 */
export function follows(view, news) {
  return news.changes === undefined || news.since === view.board;
}

/**
 * A view with news laid over it.
 * @param {View} view
 * @param {News} news
 * @returns {View}
 */
export function laidOver(view, news) {
  const { changes, since: _, ...rest } = news;
  if (!changes) return { ...view, ...rest };
  const { scene, layer } = view;
  return {
    ...view,
    ...rest,
    scene: { ...scene, ...changes.scene, counters: changed(scene.counters, changes.counters, (c) => c.id) },
    layer: {
      realm: changes.realm ?? layer.realm,
      counters: changed(layer.counters, changes.pieces, idOf),
      marks: changed(layer.marks, changes.badges, idOf),
    },
  };
}

/**
 * @template T, I
 * @param {T[]} list
 * @param {{put: T[], order?: I[]} | undefined} changes
 * @param {(thing: T) => I} id
 * @returns {T[]}
 */
function changed(list, changes, id) {
  if (!changes) return list;
  const all = new Map([...list, ...changes.put].map((thing) => [id(thing), thing]));
  return (changes.order ?? list.map(id)).flatMap((one) => all.get(one) ?? []);
}

/**
 * The id of a drawn piece: the first attribute of its element.
 * @param {string} piece
 */
function idOf(piece) {
  return piece.split('"', 2)[1] ?? "";
}
