import type { Page } from 'playwright/test';
import { findFaults } from './find-faults.ts';
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

/** One phone, one phone on its side and one desk stand for the others where colours alone are other. */
const SOME_SIZES = SIZES.filter((size) => ['360x640', '667x331', '1440x900'].includes(nameOf(size)));

/** What the page is looked at with, besides its size. */
interface Needs {
  name: string;
  sizes: readonly Size[];
  theme: 'dark' | 'light';
  hasTextSpacing: boolean;
  hasForcedColors: boolean;
}

const PLAIN: Needs = { name: 'plain', sizes: SIZES, theme: 'dark', hasTextSpacing: false, hasForcedColors: false };
const NEEDS: readonly Needs[] = [
  PLAIN,
  { ...PLAIN, name: 'text spacing', hasTextSpacing: true, sizes: SIZES.filter(({ width }) => width <= 1_280) },
  { ...PLAIN, name: 'light', theme: 'light', sizes: SOME_SIZES },
  { ...PLAIN, name: 'forced colours', hasForcedColors: true, sizes: SOME_SIZES },
];

export interface StateRules {
  /** What is in view before anything is scrolled, by selector: what ends a recording. */
  alwaysInView?: readonly string[];
  /** The same, but where a reader has set wide letters on a small screen: what records, plays or saves. */
  inView?: readonly string[];
  /** What fits into the view whole, once it is scrolled to. */
  whole?: readonly string[];
}

/** Looks at one state of a screen at every size, with every need. The page stays as it is and is only measured. */
export async function expectToFit(page: Page, state: string, rules: StateRules = {}): Promise<void> {
  const { alwaysInView = [], inView = [], whole = [] } = rules;
  const faults = new Map<string, string[]>();
  // From now on the page shows where the keyboard is.
  await page.keyboard.press('Shift');
  for (const needs of NEEDS) {
    await page.emulateMedia({ forcedColors: needs.hasForcedColors ? 'active' : 'none' });
    for (const [index, size] of needs.sizes.entries()) {
      await page.setViewportSize(size);
      const found = await page.evaluate(findFaults, {
        theme: needs.theme,
        hasTextSpacing: needs.hasTextSpacing,
        // What comes into view from above is covered by other things than what comes from below.
        isBackwards: (index % 2 === 1) !== needs.hasTextSpacing,
        inView: needs.hasTextSpacing ? [...alwaysInView] : [...alwaysInView, ...inView],
        whole: [...whole],
      });
      for (const fault of found) {
        faults.set(fault, [...(faults.get(fault) ?? []), `${nameOf(size)}${needs === PLAIN ? '' : ` ${needs.name}`}`]);
      }
    }
  }
  await page.emulateMedia({ forcedColors: 'none' });
  const told = Array.from(faults, ([fault, sizes]) => `${fault} (${sizes.join(', ')})`);
  expect.soft(told, state).toEqual([]);
}

function zoomed(screen: string, zoom: number): Size {
  const [width = 0, height = 0] = screen.split('x').map((pixels) => Math.floor(Number(pixels) / zoom));
  return { width, height };
}

function nameOf({ width, height }: Size): string {
  return `${width}x${height}`;
}
