import type { Page } from 'playwright/test';
import { findFaults, type Places } from './find-faults.ts';
import { expect } from './journey-test.ts';

interface Size {
  width: number;
  height: number;
}

const SCREENS = [
  '320x256',
  '320x640',
  '360x640',
  '360x800',
  '375x553',
  '667x331',
  '800x360',
  '844x340',
  '768x1024',
  '1280x600',
  '1440x900',
  '1920x1080',
];
const ZOOMS = [1, 2, 4];
/** What is smaller than a screen of 1280 × 1024 at 400 % has to be scrolled both ways, as WCAG 1.4.10 allows. */
const SMALLEST: Size = { width: 320, height: 256 };

/** A zoom leaves a page as many pixels of its own as a smaller screen has. */
const SIZES: readonly Size[] = ZOOMS.flatMap((zoom) => SCREENS.map((screen) => zoomed(screen, zoom)))
  .filter(({ width, height }) => width >= SMALLEST.width && height >= SMALLEST.height)
  .filter((size, index, all) => all.findIndex((other) => nameOf(other) === nameOf(size)) === index);

/** One phone, one phone on its side and one desk stand for the others where the focus and forced colours are looked at. */
const SOME_SIZES = new Set(['360x640', '667x331', '1440x900']);

export interface StateRules {
  /** What is in view before anything is scrolled, by selector: what ends a recording. */
  alwaysInView?: readonly string[];
  /** The same, but where a reader has set wide letters on a small screen: what records, plays or saves. */
  inView?: readonly string[];
  /** What fits into the view whole, once it is scrolled to. */
  whole?: readonly string[];
}

/**
 * Looks at one state of a screen at every size, in both themes, with wide letters and without, and in turn with forced
 * colours and without, at some sizes with both. The page stays as it is and is only measured.
 */
export async function expectToFit(page: Page, state: string, rules: StateRules = {}): Promise<void> {
  const { alwaysInView = [], inView = [], whole = [] } = rules;
  const faults = new Map<string, string[]>();
  // From now on the page shows where the keyboard is.
  await page.keyboard.press('Shift');
  let forcedColors: 'none' | 'active' = 'none';
  for (const [index, size] of SIZES.entries()) {
    await page.setViewportSize(size);
    let measured: Places = {};
    const looksAtFocus = SOME_SIZES.has(nameOf(size));
    for (const isAgain of looksAtFocus ? [false, true] : [false]) {
      // The colours that are there stay for the next sizes: changing them takes as long as measuring.
      if (isAgain) {
        forcedColors = forcedColors === 'none' ? 'active' : 'none';
        await page.emulateMedia({ forcedColors });
      }
      const found = await page.evaluate(findFaults, {
        // What comes into view from above is covered by other things than what comes from below.
        isBackwards: index % 2 === 1,
        alwaysInView: [...alwaysInView],
        inView: [...inView],
        whole: [...whole],
        measured,
        looksAtFocus,
      });
      measured = found.places;
      for (const { fault, needs } of found.faults) {
        const place = `${nameOf(size)} ${needs}${forcedColors === 'active' ? ', forced colours' : ''}`;
        faults.set(fault, [...(faults.get(fault) ?? []), place]);
      }
    }
  }
  await page.emulateMedia({ forcedColors: 'none' });
  const told = Array.from(faults, ([fault, places]) => `${fault} (${places.slice(0, 6).join('; ')}: ${places.length})`);
  expect.soft(told, state).toEqual([]);
}

function zoomed(screen: string, zoom: number): Size {
  const [width = 0, height = 0] = screen.split('x').map((pixels) => Math.floor(Number(pixels) / zoom));
  return { width, height };
}

function nameOf({ width, height }: Size): string {
  return `${width}x${height}`;
}
