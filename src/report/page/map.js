// The whole map, where a page has it. docs/internals/pictures.md describes the bytes.

/** Distances to the nearest goal of all positions that can be reached. */
class DistanceMap {
  static async unpack(rules, { count, data }) {
    return new DistanceMap(rules, count, await unpacked(data));
  }

  constructor(rules, count, bytes) {
    Object.assign(this, { rules, count, bytes });
  }

  /** A number of a position: the cell of a piece by its place in the key, or the distance, which comes after these. */
  number(position, column) {
    const byte = (plane) => this.bytes[(3 * column + plane) * this.count + position];
    return byte(0) + (byte(1) << 8) + (byte(2) << 16);
  }

  /** The moves left from a position; undefined off the map. */
  left(position) {
    const wanted = this.rules.key(position);
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = wanted.findIndex((cell, column) => this.number(middle, column) !== cell);
      if (other < 0) return this.number(middle, wanted.length);
      if (this.number(middle, other) < wanted[other]) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  /** A move that leads a step nearer: the one of fewest pieces, and then of fewest steps. */
  hint(position) {
    const left = this.left(position);
    if (!left) return null;
    let best = null;
    for (const move of this.rules.moves(position)) {
      const fewer = !best || (move.set.length - best.set.length || move.steps.length - best.steps.length) < 0;
      if (fewer && this.left(move.after) === left - 1) best = move;
    }
    return best;
  }
}
