import { FRAME, LAMPLIGHT, type Room } from './room.ts';

/** How a made-up person looks. */
interface Looks {
  skin: string;
  hair: string;
  style: 'long' | 'short' | 'bun' | 'curls' | 'bob' | 'scarf' | 'bald';
  clothes: string;
  garment: 'jumper' | 'shirt' | 'blanket';
  beard?: boolean;
  glasses?: boolean;
}

/** In the order of the people's names. */
const LOOKS: Looks[] = [
  { skin: '#dfb08e', hair: '#a9794a', style: 'long', clothes: '#5f7a80', garment: 'jumper' },
  { skin: '#b9835e', hair: '#2a211d', style: 'short', clothes: '#6a5a72', garment: 'shirt', beard: true },
  { skin: '#c4936b', hair: '#7c8aa0', style: 'scarf', clothes: '#44505f', garment: 'jumper' },
  { skin: '#6f4a36', hair: '#1d1715', style: 'curls', clothes: '#b08a56', garment: 'blanket' },
  { skin: '#d6a07c', hair: '#5b3a29', style: 'bun', clothes: '#7a4f4d', garment: 'jumper' },
  { skin: '#dcae92', hair: '#8b8782', style: 'short', clothes: '#46564c', garment: 'jumper', glasses: true },
  { skin: '#dbb292', hair: '#1f1c1e', style: 'bob', clothes: '#8d8478', garment: 'shirt' },
  { skin: '#e2b79b', hair: '#8c4a2c', style: 'long', clothes: '#3f5e5c', garment: 'blanket' },
  {
    skin: '#8c5f42',
    hair: '#1b1614',
    style: 'short',
    clothes: '#59687c',
    garment: 'jumper',
    beard: true,
    glasses: true,
  },
  { skin: '#d8aa8b', hair: '#c5beb4', style: 'bun', clothes: '#6f5f86', garment: 'blanket' },
  { skin: '#a8734f', hair: '#2a1d17', style: 'bald', clothes: '#705443', garment: 'shirt', beard: true },
  { skin: '#e3bda2', hair: '#cdb083', style: 'bob', clothes: '#54707c', garment: 'jumper', glasses: true },
];

/** Who bears the same name as somebody before wears something else. */
function looksOf(person: number): Looks {
  const looks = LOOKS[person % LOOKS.length] ?? LOOKS[0]!;
  const { clothes } = LOOKS[(person + 5 * Math.floor(person / LOOKS.length)) % LOOKS.length] ?? looks;
  return { ...looks, clothes };
}

/** Pictures of two moments of the same person, who is drawn alone: with open eyes, and with closed ones. */
export function drawPerson(person: number, room: Room, eyes: 'open' | 'closed'): string {
  const looks = looksOf(person);
  const { width, height } = FRAME;
  const isLeft = room.lamp === 'left';
  const tilt = ((person * 5) % 9) - 4;
  const scale = 1.16 + 0.05 * (person % 3);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<defs>${definitions(isLeft)}</defs>`,
    `<g transform="translate(270 960) scale(${scale}) translate(-270 -940)">`,
    `<g transform="rotate(${tilt} 270 560)">${behind(looks)}</g>`,
    `<g transform="translate(0 -${SHORT_NECK})">${torso(looks)}</g>`,
    `<g transform="rotate(${tilt} 270 560)">${head(looks, eyes)}</g>`,
    '</g></svg>',
  ].join('');
}

/** The shoulders stand so much higher than they are drawn. */
const SHORT_NECK = 66;

const HEAD = 'M192 392C190 300 350 300 348 392C348 466 318 528 270 528C222 528 192 466 192 392Z';
const SHOULDERS = 'M44 1090C40 800 70 690 226 632Q270 660 314 632C470 690 500 800 496 1090Z';
const NECK = 'M232 470H308V610Q308 646 270 652Q232 646 232 610Z';

/** The side that is turned away from the lamp lies in the dark. */
function definitions(isLeft: boolean): string {
  const [from, to] = isLeft ? [0, 1] : [1, 0];
  const across = `x1="${from}" x2="${to}" y1="0" y2="0.25"`;
  return [
    `<linearGradient id="side" ${across}><stop offset="0" stop-color="${LAMPLIGHT}" stop-opacity="0.34"/>`,
    '<stop offset="0.4" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#0b1018" stop-opacity="0.62"/></linearGradient>',
    `<linearGradient id="down" x2="0" y2="1"><stop offset="0.45" stop-opacity="0"/><stop offset="1" stop-opacity="0.55"/></linearGradient>`,
    '<filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="5"/></filter>',
    `<clipPath id="face"><path d="${HEAD}"/></clipPath><clipPath id="neck"><path d="${NECK}"/></clipPath>`,
  ].join('');
}

/** A shape with the light of the room on it. */
const lit = (d: string, fill: string) =>
  `<path d="${d}" fill="${fill}" fill-rule="evenodd"/><path d="${d}" fill="url(#side)" fill-rule="evenodd"/>`;

function torso({ skin, clothes, garment }: Looks): string {
  const neck = `${lit(NECK, skin)}<g clip-path="url(#neck)"><ellipse cx="270" cy="568" rx="70" ry="52" fill="#000" fill-opacity="0.4" filter="url(#soft)"/></g>`;
  const body = `${lit(SHOULDERS, clothes)}<path d="${SHOULDERS}" fill="url(#down)"/>`;
  if (garment === 'jumper') {
    const collar = 'M214 634Q270 700 326 634L336 656Q270 728 204 656Z';
    return `${neck}${body}${lit(collar, clothes)}<path d="${collar}" fill="#000" fill-opacity="0.16"/>${folds()}`;
  }
  if (garment === 'shirt') {
    const wings = 'M222 628L270 716 222 742 188 650ZM318 628L270 716 318 742 352 650Z';
    return `${body}${lit('M224 628H316L270 716Z', '#cfc6b6')}${neck}${lit(wings, clothes)}<path d="${wings}" fill="#fff" fill-opacity="0.08"/><path d="M270 716V1090" stroke="#000" stroke-opacity="0.25" stroke-width="4"/>${folds()}`;
  }
  const wrap =
    'M30 1090C20 790 80 696 214 640Q236 780 350 1090ZM510 1090C520 790 460 696 326 640Q318 740 272 830L350 1090Z';
  return `${neck}${lit(SHOULDERS, '#4b4a4e')}${lit(wrap, clothes)}<path d="${wrap}" fill="url(#down)"/>${folds()}`;
}

function folds(): string {
  return '<path d="M132 770Q150 880 138 1090M408 770Q392 880 402 1090M196 860Q214 940 206 1090" stroke="#000" stroke-opacity="0.16" stroke-width="7" fill="none" stroke-linecap="round"/>';
}

/** Of the hair, what falls behind the shoulders. */
function behind({ style, hair }: Looks): string {
  if (style === 'long')
    return lit(
      'M176 400C160 250 380 250 364 400C372 520 412 640 388 720Q270 770 152 720C128 640 168 520 176 400Z',
      hair,
    );
  if (style === 'bob')
    return lit(
      'M174 400C158 262 382 262 366 400C370 470 374 520 362 560Q270 590 178 560C166 520 170 470 174 400Z',
      hair,
    );
  if (style === 'bun') return lit('M222 268C222 214 318 214 318 268C318 316 222 316 222 268Z', hair);
  if (style === 'curls') return CURLS.map(([x, y, r]) => lit(circle(x, y, r), hair)).join('');
  if (style === 'scarf')
    return lit(
      'M168 400C150 244 390 244 372 400C384 500 420 560 452 640Q270 760 88 640C120 560 156 500 168 400Z',
      hair,
    );
  return '';
}

const CURLS: [x: number, y: number, r: number][] = [
  [196, 420, 44],
  [344, 420, 44],
  [184, 364, 50],
  [356, 364, 50],
  [204, 308, 54],
  [336, 308, 54],
  [270, 286, 62],
  [196, 470, 34],
  [344, 470, 34],
];

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

function head(looks: Looks, eyes: 'open' | 'closed'): string {
  const { skin, style, hair } = looks;
  const ears =
    style === 'scarf' || style === 'long' || style === 'bob'
      ? ''
      : lit(`${circle(192, 424, 17)}${circle(348, 424, 17)}`, skin);
  const cheeks =
    '<g clip-path="url(#face)"><ellipse cx="226" cy="456" rx="24" ry="15" fill="#b4503f" fill-opacity="0.2" filter="url(#soft)"/><ellipse cx="314" cy="456" rx="24" ry="15" fill="#b4503f" fill-opacity="0.2" filter="url(#soft)"/></g>';
  const face = `<path d="${HEAD}" fill="${skin}"/>${cheeks}${features(looks, eyes)}${looks.beard ? beard(hair) : ''}<path d="${HEAD}" fill="url(#side)"/>`;
  return ears + face + inFront(looks) + (looks.glasses ? glasses() : '');
}

const LINE = '#2b1c17';

function features({ hair, style }: Looks, eyes: 'open' | 'closed'): string {
  const brow = style === 'scarf' ? '#3a2a22' : hair;
  const eye = (x: number) =>
    eyes === 'open'
      ? `<path d="M${x - 17} 416Q${x} 402 ${x + 17} 416Q${x} 427 ${x - 17} 416Z" fill="#efe6da"/><circle cx="${x}" cy="415" r="8" fill="${LINE}"/><circle cx="${x + 2.5}" cy="412" r="2.2" fill="#fff" fill-opacity="0.85"/><path d="M${x - 19} 416Q${x} 400 ${x + 19} 416" stroke="${LINE}" stroke-width="4" fill="none" stroke-linecap="round"/>`
      : `<path d="M${x - 18} 416Q${x} 427 ${x + 18} 416" stroke="${LINE}" stroke-width="4" fill="none" stroke-linecap="round"/>`;
  return [
    eye(234),
    eye(306),
    `<path d="M212 392Q234 380 255 390M285 390Q306 380 328 392" stroke="${brow}" stroke-width="7" fill="none" stroke-linecap="round" stroke-opacity="0.85"/>`,
    `<path d="M272 414Q280 446 288 456Q278 466 262 460" stroke="${LINE}" stroke-opacity="0.45" stroke-width="4" fill="none" stroke-linecap="round" stroke-linejoin="round"/>`,
    `<path d="M240 488Q270 500 300 487" stroke="#7c3a33" stroke-width="6" fill="none" stroke-linecap="round"/>`,
    `<path d="M254 506Q270 511 288 505" stroke="${LINE}" stroke-opacity="0.25" stroke-width="4" fill="none" stroke-linecap="round"/>`,
  ].join('');
}

function beard(hair: string): string {
  const shape =
    'M192 424C194 470 220 474 240 470Q270 462 300 470C320 474 346 470 348 424C352 500 324 548 270 548C216 548 188 500 192 424ZM240 488Q270 506 300 487Q296 502 270 504Q246 502 240 488Z';
  return `<path d="${shape}" fill="${hair}" fill-rule="evenodd" fill-opacity="0.88"/>`;
}

function glasses(): string {
  return '<path d="M208 414a26 24 0 1 0 52 0a26 24 0 1 0-52 0M280 414a26 24 0 1 0 52 0a26 24 0 1 0-52 0M260 410q10-6 20 0M208 408l-14-4M332 408l14-4" stroke="#1c1f24" stroke-width="4.5" fill="none"/>';
}

/** Of the hair, what frames the face. */
function inFront({ style, hair }: Looks): string {
  if (style === 'scarf')
    return lit(
      'M170 420C154 258 386 258 370 420C380 520 372 600 300 640Q270 650 240 640C168 600 160 520 170 420ZM198 412C196 470 220 530 270 530C320 530 344 470 342 412C336 340 204 340 198 412Z',
      hair,
    );
  if (style === 'bald') return '';
  if (style === 'short')
    return lit(
      'M186 404C166 268 300 262 334 292C366 306 360 372 354 404C346 372 336 350 300 346C254 346 214 340 204 362Q192 380 186 404Z',
      hair,
    );
  if (style === 'bob')
    return lit(
      'M178 470C160 260 380 260 362 470Q350 450 348 396C320 372 300 352 292 336C276 362 232 376 196 384Q190 450 178 470Z',
      hair,
    );
  if (style === 'curls')
    return [
      circle(222, 318, 36),
      circle(264, 304, 38),
      circle(310, 316, 38),
      circle(340, 350, 26),
      circle(198, 352, 26),
    ]
      .map((d) => lit(d, hair))
      .join('');
  if (style === 'bun')
    return lit('M188 410C168 268 372 268 352 410C346 366 326 338 270 336C214 338 194 366 188 410Z', hair);
  return lit(
    'M166 640C160 540 176 500 178 400C170 262 370 262 362 400C364 500 380 540 374 640C340 600 352 470 344 404C336 360 312 336 284 318C240 332 206 360 196 404C188 470 200 600 166 640Z',
    hair,
  );
}
