/** Where somebody of the demo sits: drawn in a box of 540 × 960, one of these colours at dusk. */
export interface Room {
  kind: 'window' | 'shelf' | 'bed' | 'kitchen';
  colours: RoomColours;
  /** Where the lamp stands, and so from where the light falls. */
  lamp: 'left' | 'right';
}

interface RoomColours {
  wall: string;
  /** What stands before the wall: shelves, a headboard, a table. */
  wood: string;
  skyTop: string;
  skyLow: string;
  cloth: string;
}

export const LAMPLIGHT = '#f2c27e';
/** What every picture of one drawing is cut to. */
export const FRAME = { width: 540, height: 960 };
/** A room is drawn larger than its frame, so that it can drift behind who sits in it. */
const MARGIN = 24;

const COLOURS: RoomColours[] = [
  { wall: '#33414c', wood: '#4a3a33', skyTop: '#3b4d6b', skyLow: '#e0a37a', cloth: '#8a6f62' },
  { wall: '#433a45', wood: '#3a2d2c', skyTop: '#4a4468', skyLow: '#d98f7f', cloth: '#6d7486' },
  { wall: '#2f4242', wood: '#5a4536', skyTop: '#2f5163', skyLow: '#e6b980', cloth: '#7d8b78' },
  { wall: '#4a4038', wood: '#33302f', skyTop: '#41506a', skyLow: '#efb58a', cloth: '#93765a' },
];

/** Another one for each person, and always the same. */
export function roomOf(person: number): Room {
  const kinds = ['window', 'shelf', 'bed', 'kitchen'] as const;
  return {
    kind: kinds[person % kinds.length] ?? 'window',
    colours: COLOURS[(person + Math.floor(person / 4)) % COLOURS.length] ?? COLOURS[0]!,
    lamp: person % 3 === 1 ? 'left' : 'right',
  };
}

/** The room alone, a little out of focus, as behind somebody who sits close to the camera. */
export function drawRoom(room: Room): string {
  const { width, height } = FRAME;
  const box = `viewBox="${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}"`;
  const size = `width="${width + 2 * MARGIN}" height="${height + 2 * MARGIN}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${box} ${size}>`,
    `<defs>${definitions(room)}</defs>`,
    `<g filter="url(#far)">${wall(room)}${furniture(room)}${lampStand(room)}</g>`,
    `<rect x="-60" y="-60" width="700" height="1100" fill="url(#dark)"/>`,
    '</svg>',
  ].join('');
}

/** The light of the lamp over everything, with nothing else in the picture. */
export function drawLamplight(room: Room): string {
  const { width, height } = FRAME;
  const x = lampX(room);
  const y = { window: 330, shelf: 350, bed: 390, kitchen: 240 }[room.kind];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<defs><radialGradient id="glow" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="520">`,
    `<stop stop-color="${LAMPLIGHT}" stop-opacity="0.42"/><stop offset="0.35" stop-color="${LAMPLIGHT}" stop-opacity="0.14"/>`,
    `<stop offset="1" stop-color="${LAMPLIGHT}" stop-opacity="0"/></radialGradient></defs>`,
    `<rect width="${width}" height="${height}" fill="url(#glow)"/></svg>`,
  ].join('');
}

const lampX = ({ lamp }: Room) => (lamp === 'left' ? 66 : 474);

function definitions({ colours }: Room): string {
  return [
    '<filter id="far" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="3.2"/></filter>',
    `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${colours.skyTop}"/><stop offset="1" stop-color="${colours.skyLow}"/></linearGradient>`,
    `<linearGradient id="shade" x2="0" y2="1"><stop stop-color="#fff" stop-opacity="0.95"/><stop offset="1" stop-color="${LAMPLIGHT}"/></linearGradient>`,
    '<radialGradient id="dark" cx="0.5" cy="0.42" r="0.75"><stop offset="0.45" stop-opacity="0"/><stop offset="1" stop-opacity="0.5"/></radialGradient>',
  ].join('');
}

function wall({ colours }: Room): string {
  return `<rect x="-60" y="-60" width="700" height="1100" fill="${colours.wall}"/>`;
}

function furniture(room: Room): string {
  if (room.kind === 'window') return window(room, 64) + curtain(room);
  if (room.kind === 'shelf') return shelf(room) + plant(room);
  if (room.kind === 'bed') return picture(room) + headboard(room);
  return window(room, 150, 250) + tiles(room);
}

/** The panes look on hills, or on roofs, with the last light behind them. */
function window({ colours, lamp }: Room, top: number, height = 420): string {
  const x = lamp === 'left' ? 250 : 40;
  const width = 250;
  const low = top + height;
  const hills = `M${x} ${low - 90}q60-50 125-30t125-20V${low}H${x}z`;
  const roofs = `M${x} ${low}v-60l50-40 50 40v-30h60v30l45-34 45 34v60z`;
  return [
    `<rect x="${x - 14}" y="${top - 14}" width="${width + 28}" height="${height + 28}" fill="${colours.wood}"/>`,
    `<rect x="${x}" y="${top}" width="${width}" height="${height}" fill="url(#sky)"/>`,
    `<circle cx="${x + 170}" cy="${low - 96}" r="26" fill="#f6d5a2"/>`,
    `<path d="${hills}" fill="#26303a"/><path d="${roofs}" fill="#1d252d"/>`,
    `<path d="M${x + width / 2} ${top}v${height}M${x} ${top + height * 0.42}h${width}" stroke="${colours.wood}" stroke-width="10"/>`,
    `<rect x="${x - 34}" y="${low + 14}" width="${width + 68}" height="20" fill="${colours.wood}"/>`,
  ].join('');
}

function curtain({ colours, lamp }: Room): string {
  const x = lamp === 'left' ? 512 : -34;
  const fold = (at: number) => `M${x + at} 20q10 260-4 520`;
  return [
    `<path d="M${x} 10h62q-6 270 8 560h-70z" fill="${colours.cloth}"/>`,
    `<path d="${fold(16)}${fold(34)}${fold(52)}" stroke="#000" stroke-opacity="0.18" stroke-width="5" fill="none"/>`,
  ].join('');
}

const SPINES = ['#8d5f4d', '#56707a', '#a98f63', '#6d5a72', '#5d7360', '#b3a184', '#7a4a4a', '#485566'];

function shelf({ colours, lamp }: Room): string {
  const left = lamp === 'left' ? 210 : -40;
  const rows = [60, 230, 400].map((top, row) => {
    let x = left + 14;
    const books: string[] = [];
    for (let book = 0; x < left + 330; book++) {
      const width = 18 + ((book * 7 + row * 5) % 17);
      const height = 92 + ((book * 13 + row * 29) % 44);
      const spine = SPINES[(book * 3 + row * 2) % SPINES.length];
      if ((book + row) % 6 !== 5)
        books.push(`<rect x="${x}" y="${top + 150 - height}" width="${width}" height="${height}" fill="${spine}"/>`);
      x += width + 4;
    }
    return `${books.join('')}<rect x="${left}" y="${top + 150}" width="370" height="14" fill="${colours.wood}"/>`;
  });
  return `<rect x="${left}" y="40" width="370" height="560" fill="#000" fill-opacity="0.18"/>${rows.join('')}`;
}

function plant({ lamp }: Room): string {
  const x = lamp === 'left' ? 505 : 30;
  const leaf = (angle: number, length: number) =>
    `<path d="M${x} 640q22-${length / 2} 0-${length}q-22 ${length / 2} 0 ${length}" fill="#4c6350" transform="rotate(${angle} ${x} 640)"/>`;
  const leaves = [-52, -28, -6, 18, 44].map((angle, index) => leaf(angle, 170 + 24 * (index % 3)));
  return `${leaves.join('')}<path d="M${x - 44} 636h88l-12 110h-64z" fill="#8a5a44"/>`;
}

function picture({ colours, lamp }: Room): string {
  const x = lamp === 'left' ? 330 : 70;
  return [
    `<rect x="${x}" y="70" width="140" height="180" fill="${colours.wood}"/>`,
    `<rect x="${x + 14}" y="84" width="112" height="152" fill="url(#sky)"/>`,
    `<path d="M${x + 14} 190q40-30 60-12t52-14v72h-112z" fill="#2b3a40"/>`,
  ].join('');
}

/** Who lies or leans in bed has a pillow behind the head. */
function headboard({ colours }: Room): string {
  const slats = [40, 130, 220, 310, 400, 490].map(
    (x) => `<rect x="${x - 8}" y="330" width="16" height="400" fill="#000" fill-opacity="0.2"/>`,
  );
  return [
    `<path d="M-60 350q330-90 660 0v420h-660z" fill="${colours.wood}"/>${slats.join('')}`,
    `<path d="M60 470q-30-90 70-104 140-26 280 0 100 14 70 104 34 150-24 236-180 34-372 0-58-86-24-236z" fill="#c9bfae"/>`,
    `<path d="M96 470q90-60 348-4" stroke="#000" stroke-opacity="0.12" stroke-width="8" fill="none"/>`,
  ].join('');
}

function tiles({ colours, lamp }: Room): string {
  const x = lamp === 'left' ? 190 : 0;
  const mugs = [0, 70, 140].map(
    (at, index) => `<path d="M${x + 60 + at} 92h44v${40 - 4 * index}h-44z" fill="${SPINES[index + 1]}"/>`,
  );
  return [
    `<rect x="${x}" y="136" width="330" height="12" fill="${colours.wood}"/>${mugs.join('')}`,
    `<path d="M-60 640h700v400h-700z" fill="${colours.wood}"/>`,
    `<path d="M${x + 40} 640c-4-60 100-60 96 0z" fill="${colours.cloth}"/>`,
  ].join('');
}

function lampStand(room: Room): string {
  const x = lampX(room);
  const stand = `<path d="M${x - 4} 380h8v350h-8z" fill="#1c1f24"/><path d="M${x - 46} 728h92v12h-92z" fill="#1c1f24"/>`;
  if (room.kind === 'kitchen')
    return `<path d="M${x - 2} -60h4v250h-4z" fill="#1c1f24"/><path d="M${x - 20} 186h40l40 84h-120z" fill="url(#shade)"/>`;
  if (room.kind === 'shelf') return `${stand}<circle cx="${x}" cy="350" r="58" fill="url(#shade)"/>`;
  const top = room.kind === 'bed' ? 330 : 262;
  return `${stand}<path d="M${x - 34} ${top}h68l34 124h-136z" fill="url(#shade)"/>`;
}
