interface RawPicture {
  width: number;
  height: number;
  /** Red, green, blue and opacity of each, a byte each. */
  pixels: Buffer;
  /** ICC. */
  profile: Buffer | null;
}

type Entry = [tag: number, type: number, count: number, value: number];

const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;
const HEAD_BYTES = 8;
const CHANNELS = 4;

/** A box of HEIF: its length, `colr`, and `prof` where an ICC profile follows. */
const PROFILE_BOX = Buffer.from('colrprof');
const LEAD_BYTES = 4;
/** Where every ICC profile says that it is one. */
const ICC_SIGNATURE = 'acsp';
const ICC_SIGNATURE_AT = 36;

/** The ICC profile in the head of a HEIC file, null when there is none. */
export function findColourProfile(head: Buffer): Buffer | null {
  const at = head.indexOf(PROFILE_BOX);
  if (at < LEAD_BYTES) return null;
  const end = at - LEAD_BYTES + head.readUInt32BE(at - LEAD_BYTES);
  const profile = head.subarray(at + PROFILE_BOX.length, end);
  const signature = profile.toString('latin1', ICC_SIGNATURE_AT, ICC_SIGNATURE_AT + ICC_SIGNATURE.length);
  return end <= head.length && signature === ICC_SIGNATURE ? profile : null;
}

/** Wraps pixels as a TIFF without compression: the simplest file in which a colour profile stays with them. */
export function toTiff({ width, height, pixels, profile }: RawPicture): Buffer {
  const bitsAt = HEAD_BYTES;
  const profileAt = bitsAt + 2 * CHANNELS;
  const pixelsAt = even(profileAt + (profile?.length ?? 0));
  const directoryAt = even(pixelsAt + pixels.length);
  const entries: Entry[] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, CHANNELS, bitsAt],
    [259, SHORT, 1, 1], // not compressed
    [262, SHORT, 1, 2], // RGB
    [273, LONG, 1, pixelsAt],
    [277, SHORT, 1, CHANNELS],
    [278, LONG, 1, height], // all rows in one strip
    [279, LONG, 1, pixels.length],
    [338, SHORT, 1, 2], // the fourth channel is opacity
  ];
  if (profile) entries.push([34675, UNDEFINED, profile.length, profileAt]);

  const file = Buffer.alloc(directoryAt + 2 + entries.length * 12 + 4);
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(directoryAt, 4);
  for (let channel = 0; channel < CHANNELS; channel++) file.writeUInt16LE(8, bitsAt + 2 * channel);
  profile?.copy(file, profileAt);
  pixels.copy(file, pixelsAt);
  file.writeUInt16LE(entries.length, directoryAt);
  entries.forEach(([tag, type, count, value], index) => {
    const at = directoryAt + 2 + index * 12;
    file.writeUInt16LE(tag, at);
    file.writeUInt16LE(type, at + 2);
    file.writeUInt32LE(count, at + 4);
    file.writeUInt32LE(value, at + 8);
  });
  return file;
}

function even(offset: number): number {
  return offset + (offset % 2);
}
