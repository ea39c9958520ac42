import { graphemesOf } from '../../api/contract/common/older-browsers.js';

/** The landscape that stands in for a story's picture, in a box of 90 × 160. */
export interface DuskScene {
  sun: { x: number; y: number; radius: number };
  /** SVG paths from the farthest hill to the nearest. */
  hills: string[];
}

const WIDTH = 90;
const HEIGHT = 160;
/** Height of the crest of each hill, and how far it may rise or fall. */
const CRESTS = [
  { y: 92, sway: 10 },
  { y: 112, sway: 9 },
  { y: 134, sway: 7 },
];

/** The same scene for the same seed, so that a person keeps their landscape. */
export function duskScene(seed: string): DuskScene {
  const random = numbersFrom(seed);
  const between = (from: number, to: number) => Math.round(from + random() * (to - from));
  return {
    sun: { x: between(22, 68), y: between(74, 92), radius: between(9, 15) },
    hills: CRESTS.map(({ y, sway }) => {
      const [left, middle, right] = [0, 0, 0].map(() => y + between(-sway, sway));
      return `M0 ${left}C${WIDTH / 3} ${middle} ${(WIDTH * 2) / 3} ${middle} ${WIDTH} ${right}V${HEIGHT}H0z`;
    }),
  };
}

/** Numbers from 0 to 1 that follow from a text (FNV-1a, then xorshift). */
function numbersFrom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** The first character of a name, whatever its script, for a story that has no picture. */
export function initial(firstName: string): string {
  const [first] = graphemesOf(firstName.trim());
  return first?.segment.toUpperCase() ?? '';
}
