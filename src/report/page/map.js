// What is known of the way: the solution, and perhaps the whole map. docs/internals/pictures.md describes the
// bytes.

/** Reads numbers of seven bits a byte, least first, the top bit set where more follow. */
class Numbers {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  next() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new RangeError("the map ends too early");
      value += (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }
}

/** Distances to the nearest goal of all positions that can be reached. */
class DistanceMap {
  static async unpack(rules, { count, data }) {
    return new DistanceMap(rules, count, new Numbers(await unpacked(data)));
  }

  constructor(rules, count, numbers) {
    this.rules = rules;
    this.count = count;
    const width = (this.width = rules.start.length);
    this.keys = new Uint16Array(count * width);
    this.distances = new Uint32Array(count);
    const kept = Array.from(this.distances, () => numbers.next());
    for (let key = 0; key < count; key += 1) {
      const from = key * width;
      this.keys.copyWithin(from, from - width, from - width + kept[key]);
      for (let i = kept[key]; i < width; i += 1) this.keys[from + i] = numbers.next();
    }
    for (let key = 0; key < count; key += 1) this.distances[key] = numbers.next();
  }

  /** The moves left from a position; undefined off the map. */
  left(position) {
    const wanted = this.rules.key(position);
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = this.compare(middle, wanted);
      if (order === 0) return this.distances[middle];
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  compare(key, wanted) {
    const from = key * this.width;
    for (let i = 0; i < this.width; i += 1) {
      const difference = this.keys[from + i] - wanted[i];
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** A move that leads a step nearer: the one of fewest pieces, and then of fewest steps. */
  hint(position) {
    const left = this.left(position);
    if (!left) return null;
    let best = null;
    for (const { set, steps, after } of this.rules.moves(position)) {
      const fewer = !best || (set.length - best.set.length || steps.length - best.steps.length) < 0;
      if (fewer && this.left(after) === left - 1) best = { set, steps };
    }
    return best;
  }
}

/** The positions of a solution: what is known where there is no map. */
class Solution {
  constructor(rules, moves) {
    this.rules = rules;
    this.moves = [];
    this.positions = [rules.start];
    this.known = new Map([[rules.key(rules.start).join(), 0]]);
    for (const { pieces, steps } of moves) {
      const before = this.positions[this.positions.length - 1];
      const set = pieces.map((cell) => before.indexOf(cell)).sort((a, b) => a - b);
      const move = rules.move(before, set, steps);
      this.moves.push(move);
      this.positions.push(move.after);
      this.known.set(rules.key(move.after).join(), this.positions.length - 1);
    }
  }

  get length() {
    return this.moves.length;
  }

  at(position) {
    return this.known.get(this.rules.key(position).join());
  }

  left(position) {
    const at = this.at(position);
    return at === undefined ? undefined : this.length - at;
  }

  /** The solution's next move from a position that it passes. */
  hint(position) {
    const next = this.moves[this.at(position)];
    if (!next) return null;
    // Pieces that look alike may have changed places: they go by where they lie.
    const set = next.set.map((piece) => position.indexOf(next.before[piece]));
    return { set: set.sort((a, b) => a - b), steps: next.steps };
  }
}
