import path from 'node:path';
import sharp from 'sharp';
import { escapeXml } from '../../../contract/stories/xml.js';

/** The typeface of names in several files, of which each adds its letters; other scripts come from the system. */
const FONTS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek'].map((letters) =>
  path.join(import.meta.dirname, `story-name-${letters}.ttf`),
);
const FAMILY = 'Source Serif 4';

/** How a text is set on a picture; sizes in points, the box in pixels. */
export interface TextStyle {
  colour: string;
  size: number;
  width: number;
  /** The text is set as large as fits into it, whatever its size. */
  height?: number;
}

/** Any text as a picture of its own. */
export async function drawText(text: string, { colour, size, width, height }: TextStyle) {
  await loadFonts();
  const markup = `<span foreground="${colour}">${escapeXml(text)}</span>`;
  const box = { width, height, wrap: 'word-char' as const, rgba: true, font: `${FAMILY} ${size}` };
  return sharp({ text: { ...box, text: markup } })
    .png()
    .toBuffer({ resolveWithObject: true });
}

/** Whether a text would be drawn with a box in the place of some letter, which no typeface of this machine has. */
export async function hasBoxes(text: string): Promise<boolean> {
  const characters = [...new Set(text.toWellFormed())].filter((character) => !ALWAYS_DRAWN.test(character));
  return (await Promise.all(characters.map(isKnownBox))).includes(true);
}

/** What the font files hold, and what shows nothing by itself. */
const ALWAYS_DRAWN = /[ -\u024f\u1e00-\u1eff]|[\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
/** A box has the digits of its character in it, and so one size for each count of digits; these will never be letters. */
const NEVER_LETTERS = ['\u{fdd0}', '\u{1fffe}', '\u{10fffe}'];

const known = new Map<string, Promise<boolean>>();

/** A character is drawn once in the life of the process. */
function isKnownBox(character: string): Promise<boolean> {
  const answer = known.get(character) ?? isBox(character);
  known.set(character, answer);
  answer.catch(() => known.delete(character));
  return answer;
}

async function isBox(character: string): Promise<boolean> {
  const digits = Math.max(4, (character.codePointAt(0) ?? 0).toString(16).length);
  const box = await outline(NEVER_LETTERS[digits - 4] ?? '');
  return (await outline(character)) === box;
}

/** Size and upper edge of a character as it is drawn. */
async function outline(character: string): Promise<string> {
  await loadFonts();
  const { data, info } = await sharp({ text: { text: character, font: `${FAMILY} 40` } })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return `${info.width}x${info.height}:${data.subarray(0, info.width * 3).toString('base64')}`;
}

let fonts: Promise<unknown> | undefined;

/** A font file that was used once is known for the rest of the process; what is drawn here is not needed. */
function loadFonts(): Promise<unknown> {
  fonts ??= Promise.all(
    FONTS.map((fontfile) => sharp({ text: { text: 'A', font: FAMILY, fontfile } }).toBuffer()),
  ).catch((error: unknown) => {
    fonts = undefined;
    throw error;
  });
  return fonts;
}
