import sharp, { type Sharp } from 'sharp';

/** Blue, 48 by 24, with red in the upper left. */
const corner = () => {
  const red = { create: { width: 12, height: 12, channels: 3, background: '#ff0000' } } as const;
  const blue = sharp({ create: { width: 48, height: 24, channels: 3, background: '#0000ff' } });
  return blue.composite([{ input: red, left: 0, top: 0 }]);
};
/** As a source of its own, so that what follows is done to the finished picture. */
export const samplePicture = async (): Promise<Sharp> => sharp(await corner().png().toBuffer());
const pages = async () => {
  const second = sharp({ create: { width: 48, height: 24, channels: 3, background: '#00ff00' } });
  const frames = [await corner().png().toBuffer(), await second.png().toBuffer()];
  return sharp(frames, { join: { animated: true } });
};
export const FINE_JPEG = { quality: 95, chromaSubsampling: '4:4:4' };

/** Pictures as cameras, telephones and programs make them. */
export const PICTURE_SHAPES: [string, () => Promise<Buffer>][] = [
  ['a JPEG', async () => (await samplePicture()).jpeg(FINE_JPEG).toBuffer()],
  ['a progressive JPEG', async () => (await samplePicture()).jpeg({ ...FINE_JPEG, progressive: true }).toBuffer()],
  ['a JPEG in Display P3', async () => (await samplePicture()).withIccProfile('p3').jpeg(FINE_JPEG).toBuffer()],
  [
    'a JPEG with a web page behind it',
    async () => withWebPage(await (await samplePicture()).jpeg(FINE_JPEG).toBuffer()),
  ],
  ['a PNG', async () => (await samplePicture()).png().toBuffer()],
  ['an interlaced PNG', async () => (await samplePicture()).png({ progressive: true }).toBuffer()],
  ['a PNG with a palette', async () => (await samplePicture()).png({ palette: true }).toBuffer()],
  ['a PNG of 16 bits', async () => (await samplePicture()).toColourspace('rgb16').png().toBuffer()],
  ['a WebP', async () => (await samplePicture()).webp({ lossless: true }).toBuffer()],
  ['a moving WebP, its first frame', async () => (await pages()).webp({ lossless: true }).toBuffer()],
  ['a moving GIF, its first frame', async () => (await pages()).gif().toBuffer()],
  ['an AVIF', async () => (await samplePicture()).avif({ effort: 0, ...FINE_JPEG }).toBuffer()],
  ['a TIFF', async () => (await samplePicture()).tiff({ compression: 'lzw' }).toBuffer()],
];

/** With a web page behind its end. */
export function withWebPage(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.from('<!doctype html><script>alert(1)</script>')]);
}

/** Large in every format. */
export async function pictureOfNoise(): Promise<Sharp> {
  return sharp({
    create: { width: 256, height: 256, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 }, background: '' },
  });
}
