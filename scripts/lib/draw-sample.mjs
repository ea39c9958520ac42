import path from 'node:path';

/**
 * @template T
 * @param {readonly T[]} all
 * @param {{ size: number, seed: number }} sample
 * @returns {T[]} as many as asked for, each with the same chance; the same ones for the same seed
 */
export function drawSample(all, { size, seed }) {
  const random = randomNumbers(seed);
  const drawn = [...all];
  for (let last = drawn.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [drawn[last], drawn[other]] = [drawn[other], drawn[last]];
  }
  return drawn.slice(0, size);
}

/**
 * @param {string} file that was changed
 * @param {{ name: string, ms: number }[]} specs
 * @returns {string[]} the spec of this very file first, then those of its folder, then the quickest
 */
export function orderSpecs(file, specs) {
  const distance = (name) => {
    if (name.startsWith(`${file.replace(/\.tsx?$/, '')}.spec.`)) return 0;
    return path.dirname(name) === path.dirname(file) ? 1 : 2;
  };
  return specs.toSorted((a, b) => distance(a.name) - distance(b.name) || a.ms - b.ms).map(({ name }) => name);
}

/** Mulberry32: 32 bits of state, good enough to draw lots. */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
