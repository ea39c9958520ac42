import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { PHOTO_DISPLAY_MAX_EDGE_PX, PHOTO_MAX_PIXELS } from '../contract/limits.js';
import { sampleJpeg } from '../testing/sample-media.js';
import { renderImage } from './images.js';

describe('renderImage', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'images-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function render(bytes: Buffer, mimeType = 'image/jpeg') {
    const file = path.join(folder, 'picture');
    await writeFile(file, bytes);
    return renderImage(file, mimeType);
  }

  it('makes WebP pictures that fit their limits', async () => {
    const { display, thumbnail } = await render(await sampleJpeg({ width: 4000, height: 3000 }));
    expect(await sharp(display).metadata()).toMatchObject({
      format: 'webp',
      width: PHOTO_DISPLAY_MAX_EDGE_PX,
      height: (PHOTO_DISPLAY_MAX_EDGE_PX * 3) / 4,
    });
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 480, height: 360 });
  });

  it('never enlarges', async () => {
    const { display, thumbnail } = await render(await sampleJpeg({ width: 60, height: 40 }));
    expect(await sharp(display).metadata()).toMatchObject({ width: 60, height: 40 });
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 60, height: 40 });
  });

  it('turns a picture upright and drops where and with what it was taken', async () => {
    const taken = await sharp(await sampleJpeg({ width: 800, height: 400 }))
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '48/1 12/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    const { display } = await render(taken);
    const { width, height, exif, xmp, iptc, orientation } = await sharp(display).metadata();
    expect({ width, height, exif, xmp, iptc, orientation }).toEqual({ width: 400, height: 800 });
  });

  it('keeps what is transparent', async () => {
    const clear = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#ff000000' } })
      .png()
      .toBuffer();
    const { display } = await render(clear, 'image/png');
    expect((await sharp(display).metadata()).hasAlpha).toBe(true);
  });

  describe('refuses', () => {
    it('a picture that ends too early', async () => {
      const whole = await sharp(await sampleJpeg({ width: 1000, height: 1000 }))
        .composite([])
        .jpeg({ quality: 100 })
        .toBuffer();
      const refusal = render(whole.subarray(0, whole.length / 2));
      await expect(refusal).rejects.toMatchObject({ status: 415, code: 'damaged_image' });
    });

    it('noise behind the head of a picture', async () => {
      const head = (await sampleJpeg()).subarray(0, 20);
      await expect(render(Buffer.concat([head, Buffer.alloc(5000, 7)]))).rejects.toMatchObject({ status: 415 });
    });

    it('more pixels than the limit, before decoding them', async () => {
      const bomb = await sharp(await sampleJpeg())
        .png()
        .toBuffer();
      const edge = Math.ceil(Math.sqrt(PHOTO_MAX_PIXELS)) + 1;
      // The header of a PNG: 8 bytes of signature, a length, IHDR, width, height, …, and the checksum over 17 bytes of it.
      bomb.writeUInt32BE(edge, 16);
      bomb.writeUInt32BE(edge, 20);
      bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
      await expect(render(bomb, 'image/png')).rejects.toMatchObject({ status: 413, code: 'too_many_pixels' });
    });

    it('HEIC that cannot be decoded, with a way out', async () => {
      const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'), Buffer.alloc(500)]);
      await expect(render(heic, 'image/heic')).rejects.toMatchObject({
        status: 415,
        code: 'heic_not_supported',
        message: expect.stringContaining('JPEG') as string,
      });
    });
  });
});
