import sharp, { type OverlayOptions } from 'sharp';
import { SITE_NAME } from '../../../contract/common/wordings.js';
import { drawText, hasBoxes } from './draw-text.js';

/** What social networks ask for. */
const SHARE_PICTURE = { width: 1200, height: 630 };
/** Has to be raised when the same name and poster would be drawn otherwise than before. */
export const SHARE_PICTURE_VERSION = '2';

// No picture is drawn twice.
sharp.cache(false);

/** The window at the right, in which a poster stands or a landscape at dusk. */
export const WINDOW = { left: 752, top: 55, width: 360, height: 506 };
const NAME = { left: 88, width: 600, maxHeight: 300, baseline: 372 };
const SITE = { left: 88, top: 512 };

/** Emoji, for which most servers have no typeface. */
const NOT_DRAWN = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3/gu;
const NAMELESS = 'A story of life with ME/CFS';
const TEXT = '#d9d5cc';
const MUTED = '#a8a59d';

/**
 * Draws the picture that stands for a story where a link to it is shared, as JPEG: the name beside the poster, or
 * beside a landscape when there is none. The same bytes for the same name and poster.
 * @param poster the pixels of a picture that fills WINDOW: red, green, blue and opacity of each. What may come from
 *   anybody is decoded elsewhere.
 */
export async function drawSharePicture(firstName: string, poster: Buffer | null): Promise<Buffer> {
  const name = await drawName(firstName);
  const layers: OverlayOptions[] = [
    { input: poster === null ? Buffer.from(landscape()) : await arched(poster), ...at(WINDOW) },
    { input: Buffer.from(frame()), left: 0, top: 0 },
    { input: name.data, left: NAME.left, top: NAME.baseline - name.info.height },
    { input: (await drawText(SITE_NAME, { colour: MUTED, size: 26, width: NAME.width })).data, ...SITE },
  ];
  return sharp({ create: { ...SHARE_PICTURE, channels: 3, background: '#16181d' } })
    .composite(layers)
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** In one size as far as it fits, else as large as fits. */
async function drawName(firstName: string) {
  const text = await pictureTitle(firstName);
  const style = { colour: TEXT, size: 70, width: NAME.width };
  const drawn = await drawText(text, style);
  if (drawn.info.height <= NAME.maxHeight && drawn.info.width <= NAME.width) return drawn;
  return sharp((await drawText(text, { ...style, height: NAME.maxHeight })).data)
    .resize({ width: NAME.width, height: NAME.maxHeight, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true });
}

/** With the name kept apart where it is written from right to left, and left out where it cannot be read. */
async function pictureTitle(firstName: string): Promise<string> {
  const name = firstName.replace(NOT_DRAWN, '').trim();
  const isNamed = name !== '' && !(await hasBoxes(name));
  return isNamed ? `\u200e\u2068${name}\u2069's Story` : NAMELESS;
}

/** A poster cut to the shape of the window. */
async function arched(poster: Buffer): Promise<Buffer> {
  const { width, height } = WINDOW;
  const shape = Buffer.from(svg(width, height, `<path d="${arch(0, 0)}" fill="#fff"/>`));
  return sharp(poster, { raw: { width, height, channels: 4 } })
    .composite([{ input: shape, blend: 'dest-in' }])
    .png()
    .toBuffer();
}

function landscape(): string {
  const { width, height } = WINDOW;
  return svg(
    width,
    height,
    `<clipPath id="pane"><path d="${arch(0, 0)}"/></clipPath><g clip-path="url(#pane)">
     <path d="M0 0h360v506H0z" fill="#1e2128"/><path d="M0 236c100-34 260-34 360 0v270H0z" fill="#282c35"/>
     <circle cx="244" cy="329" r="56" fill="#dcb873" fill-opacity="0.85"/>
     <path d="M0 366c80-44 144-38 210-10s108 22 150-18v168H0z" fill="#3a404c"/>
     <path d="M0 430c90-38 200-40 360 8v68H0z" fill="#282c35"/></g>`,
  );
}

/** The window's own lines, over whatever stands in it. */
function frame(): string {
  const { left, top, width, height } = WINDOW;
  const line = 'fill="none" stroke="#767d8a" stroke-width="2.5"';
  return svg(
    SHARE_PICTURE.width,
    SHARE_PICTURE.height,
    `<path d="${arch(left, top)}" ${line} stroke-opacity="0.7"/>
     <path d="M${left - 36} ${top + height}h${width + 72}" ${line}/>`,
  );
}

function arch(left: number, top: number): string {
  const { width, height } = WINDOW;
  const radius = width / 2;
  return `M${left} ${top + height}V${top + radius}a${radius} ${radius} 0 0 1 ${width} 0V${top + height}z`;
}

function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;
}

const at = ({ left, top }: { left: number; top: number }) => ({ left, top });
