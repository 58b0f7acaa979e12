// The whole map, where a page has it. docs/internals/pictures.md describes the bytes.

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
    for (const move of this.rules.moves(position)) {
      const fewer = !best || (move.set.length - best.set.length || move.steps.length - best.steps.length) < 0;
      if (fewer && this.left(move.after) === left - 1) best = move;
    }
    return best;
  }
}
