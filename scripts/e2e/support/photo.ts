import sharp from 'sharp';

/** A real picture of one colour. */
export function tinyPhoto(): Promise<Buffer> {
  return sharp({ create: { width: 800, height: 600, channels: 3, background: '#8a7f70' } })
    .jpeg()
    .toBuffer();
}
