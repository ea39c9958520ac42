import sharp from 'sharp';

/** A box of an MP4: length, four letters, content. */
function box(type: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** What every reader takes for an MP4, of exactly `bytes` bytes; `fill` makes one differ from another. */
export function sampleMp4(bytes = 1024, fill = 0): Buffer {
  return isoMedia('isom', bytes, fill);
}

/** As `sampleMp4`, but sound alone. */
export function sampleM4a(bytes = 1024, fill = 0): Buffer {
  return isoMedia('M4A ', bytes, fill);
}

function isoMedia(brand: string, bytes: number, fill: number): Buffer {
  const head = Buffer.concat([box('ftyp', Buffer.from(`${brand}\0\0\x02\0isomiso2mp41`, 'latin1')), box('moov')]);
  return Buffer.concat([head, box('mdat', Buffer.alloc(bytes - head.length - 8, fill))]);
}

/** What every reader takes for a WebM: an EBML head whose DocType says so, then a segment of `bytes` bytes. */
export function sampleWebm(bytes = 1024, fill = 0): Buffer {
  const head = Buffer.from(
    '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
    'hex',
  );
  return Buffer.concat([head, Buffer.alloc(bytes, fill)]);
}

/** A photo that can be decoded: a plain rectangle. */
export function sampleJpeg({ width = 640, height = 480, colour = '#446688' } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
}

/** A base64 data URL as a browser's FileReader makes it. */
export function toDataUrl(bytes: Buffer, mimeType: string): string {
  return `data:${mimeType};base64,${bytes.toString('base64')}`;
}
