import { mkdtemp, mkdtempDisposable, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import sharp from 'sharp';
import { PHOTO_MAX_PIXELS } from '../../contract/common/limits.js';
import { sampleJpeg } from '../../testing/sample-media.js';
import { SAMPLE_HEIC } from '../../testing/sample-heic.js';
import {
  FINE_JPEG,
  PICTURE_SHAPES,
  pictureOfNoise,
  samplePicture,
  withWebPage,
} from '../../testing/sample-pictures.js';
import { testImages, testSandbox } from '../../testing/media-sandbox.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { WalledRun } from '../sandbox/walls.js';
import { Images } from './images.js';
import { PictureDecoder } from './picture-decoder.js';

const RED = [255, 0, 0];
const BLUE = [0, 0, 255];

/** Where the stored upper left corner is seen, and whether width and height change places: Exif 2.3, 4.6.4. */
const ORIENTATIONS: [number, 'left' | 'right', 'upper' | 'lower', boolean][] = [
  [1, 'left', 'upper', false],
  [2, 'right', 'upper', false],
  [3, 'right', 'lower', false],
  [4, 'left', 'lower', false],
  [5, 'left', 'upper', true],
  [6, 'right', 'upper', true],
  [7, 'right', 'lower', true],
  [8, 'left', 'lower', true],
];

/** The colours, in sRGB, in the middle of the four corners. */
async function corners(bytes: Buffer) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  const [right, lower] = [info.width - 5, info.height - 5];
  return { upperleft: at(4, 4), upperright: at(right, 4), lowerleft: at(4, lower), lowerright: at(right, lower) };
}

function expectColour(found: number[], expected: number[]) {
  for (const [index, value] of expected.entries()) expect(Math.abs(found[index]! - value)).toBeLessThanOrEqual(24);
}

describe('renderImage', () => {
  const { images, decoder } = testImages();
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'images-'));
  });
  afterAll(async () => {
    decoder.onApplicationShutdown();
    await rm(folder, { recursive: true });
  });

  async function render(bytes: Buffer, mimeType = 'image/jpeg') {
    const file = path.join(folder, 'picture');
    await writeFile(file, bytes);
    return images.renderImage(file, mimeType);
  }

  it('makes WebP pictures of three sizes', async () => {
    const { large, medium, thumbnail } = await render(await sampleJpeg({ width: 4000, height: 3000 }));
    const sizes = await Promise.all([large, medium, thumbnail].map((bytes) => sharp(bytes).metadata()));
    expect(sizes.map(({ format, width, height }) => ({ format, width, height }))).toEqual([
      { format: 'webp', width: 1600, height: 1200 },
      { format: 'webp', width: 960, height: 720 },
      { format: 'webp', width: 480, height: 360 },
    ]);
  });

  it.each(PICTURE_SHAPES)('shows %s in its colours', async (_name, make) => {
    const { large, thumbnail } = await render(await make());
    for (const shown of [large, thumbnail]) {
      const { format, width, height, icc, pages: count } = await sharp(shown).metadata();
      expect({ format, width, height, icc, count }).toEqual({ format: 'webp', width: 48, height: 24 });
      const { upperleft, upperright, lowerright } = await corners(shown);
      expectColour(upperleft, RED);
      expectColour(upperright, BLUE);
      expectColour(lowerright, BLUE);
    }
  });

  it('shows a JPEG in CMYK as near as its inks come to it', async () => {
    const { large } = await render(await (await samplePicture()).toColourspace('cmyk').jpeg(FINE_JPEG).toBuffer());
    const { space, channels } = await sharp(large).metadata();
    expect({ space, channels }).toEqual({ space: 'srgb', channels: 3 });
    const { upperleft: red, lowerright: blue } = await corners(large);
    expect([Math.max(...red), Math.max(...blue)]).toEqual([red[0], blue[2]]);
  });

  it("shows the HEIC of Apple's cameras in its colours, and no turn that only its Exif block tells", async () => {
    const { large } = await render(SAMPLE_HEIC, 'image/heic');
    const { width, height, icc, exif } = await sharp(large).metadata();
    expect({ width, height, icc, exif }).toEqual({ width: 96, height: 48, icc: undefined, exif: undefined });
    const { upperleft, lowerright } = await corners(large);
    expectColour(upperleft, RED);
    expectColour(lowerright, BLUE);
  });

  it.each(ORIENTATIONS)('turns Exif orientation %i upright', async (orientation, column, row, isTurned) => {
    const { large } = await render(
      await (await samplePicture()).withMetadata({ orientation }).jpeg(FINE_JPEG).toBuffer(),
    );
    const { width, height } = await sharp(large).metadata();
    expect([width, height]).toEqual(isTurned ? [24, 48] : [48, 24]);
    const found = await corners(large);
    for (const [place, colour] of Object.entries(found)) {
      expectColour(colour, place === `${row}${column}` ? RED : BLUE);
    }
  });

  it('drops where, when and with what a picture was taken', async () => {
    const told = {
      IFD0: { Make: 'Camera', Copyright: 'canary' },
      IFD3: { GPSLatitude: '48/1 12/1 0/1', GPSLongitude: '16/1 22/1 0/1' },
    };
    const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><canary/></x:xmpmeta>';
    const taken = await (await samplePicture()).withExif(told).withXmp(xmp).jpeg(FINE_JPEG).toBuffer();
    const { exif, xmp: kept } = await sharp(taken).metadata();
    expect([exif, kept].map((block) => block?.includes('canary'))).toEqual([true, true]);
    for (const shown of Object.values(await render(taken))) {
      const metadata = await sharp(shown as Buffer).metadata();
      expect(metadata).not.toHaveProperty('exif');
      expect(metadata).not.toHaveProperty('xmp');
      expect(metadata).not.toHaveProperty('iptc');
      expect((shown as Buffer).includes('canary')).toBe(false);
    }
  });

  it('leaves what a file carries behind its picture behind', async () => {
    const { large } = await render(withWebPage(await (await samplePicture()).jpeg(FINE_JPEG).toBuffer()));
    expect(large.includes('script')).toBe(false);
  });

  it('keeps what is transparent', async () => {
    const clear = sharp({ create: { width: 20, height: 20, channels: 4, background: '#ff000000' } });
    const { large } = await render(await clear.png().toBuffer(), 'image/png');
    expect((await sharp(large).metadata()).hasAlpha).toBe(true);
  });

  describe('refuses', () => {
    const damaged = { status: 415, code: 'damaged_image' };
    const unreadable = {
      status: 415,
      code: 'heic_not_supported',
      message: expect.stringContaining('save it as a JPEG') as string,
    };

    it.each([
      ['a JPEG', async () => (await pictureOfNoise()).jpeg({ quality: 100 }).toBuffer()],
      ['a PNG', async () => (await pictureOfNoise()).png().toBuffer()],
      ['a WebP', async () => (await pictureOfNoise()).webp({ quality: 100 }).toBuffer()],
      ['an AVIF', async () => (await pictureOfNoise()).avif({ effort: 0, quality: 90 }).toBuffer()],
    ])('%s that ends too early', async (_name, make) => {
      const whole = await make();
      await expect(render(whole.subarray(0, whole.length / 2))).rejects.toMatchObject(damaged);
    });

    it('noise behind the head of a picture', async () => {
      const head = (await sampleJpeg()).subarray(0, 20);
      await expect(render(Buffer.concat([head, Buffer.alloc(5000, 7)]))).rejects.toMatchObject(damaged);
    });

    it('more pixels than the limit, before decoding them', async () => {
      const bomb = await (await samplePicture()).png().toBuffer();
      const edge = Math.ceil(Math.sqrt(PHOTO_MAX_PIXELS)) + 1;
      // The header of a PNG: 8 bytes of signature, a length, IHDR, width, height, …, and the checksum over 17 bytes of it.
      bomb.writeUInt32BE(edge, 16);
      bomb.writeUInt32BE(edge, 20);
      bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
      await expect(render(bomb, 'image/png')).rejects.toMatchObject({
        status: 413,
        code: 'too_many_pixels',
        message: 'This picture has more than 100 megapixels.',
      });
    });

    it.each([
      ['without a picture in it', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1'.padEnd(500, '\0'), 'latin1')],
      ['that ends too early', SAMPLE_HEIC.subarray(0, SAMPLE_HEIC.length - 200)],
      ['of noise behind its head', Buffer.concat([SAMPLE_HEIC.subarray(0, 40), Buffer.alloc(5000, 7)])],
    ])('HEIC %s, with a way out', async (_name, heic) => {
      await expect(render(heic, 'image/heic')).rejects.toMatchObject(unreadable);
    });

    it('to mix what a decoder says of a picture with its answer', async () => {
      const job = { heicPixelsMax: 1_000, pixelsMax: 1_000, outputs: [] };
      const noise = Buffer.concat([SAMPLE_HEIC.subarray(0, 40), Buffer.alloc(5000, 7)]);
      await expect(decoder.decode(noise, job)).rejects.toThrow('There is no picture in it.');
    });

    it('HEIC that claims more pixels than the memory holds, before decoding them', async () => {
      const bomb = Buffer.from(SAMPLE_HEIC);
      // The size of the whole picture: once as its property (version and flags, width, height), once over its tiles.
      const property = bomb.lastIndexOf('ispe') + 8;
      bomb.writeUInt32BE(8_000, property);
      bomb.writeUInt32BE(8_000, property + 4);
      const grid = bomb.indexOf('idat') + 8;
      bomb.writeUInt16BE(8_000, grid);
      bomb.writeUInt16BE(8_000, grid + 2);
      await expect(render(bomb, 'image/heic')).rejects.toMatchObject({ status: 413, code: 'too_many_pixels' });
    });
  });
});

describe('a decoder that hangs', () => {
  it('is given up, and the next picture is decoded', async () => {
    const walls = testSandbox();
    const sandbox = await walls.open();
    const { start } = sandbox;
    using starting = jest.spyOn(sandbox, 'start');
    starting.mockImplementationOnce((run) => start({ ...run, options: ['-e', 'setInterval(() => {}, 1000)'] }));
    const decoder = new PictureDecoder(walls);
    decoder.timeoutMs = 100;
    const picture = await sampleJpeg();
    const job = { heicPixelsMax: null, pixelsMax: PHOTO_MAX_PIXELS, outputs: [] };
    await expect(decoder.decode(picture, job)).rejects.toThrow('It took too long.');
    decoder.timeoutMs = 20_000;
    expect(await decoder.decode(picture, job)).toEqual([]);
    decoder.onApplicationShutdown();
  });
});

describe('a decoder that something else ends', () => {
  beforeAll(() => Logger.overrideLogger(false));
  const NEVER_READY = '';
  const READY = `console.log('ready'); setInterval(() => {}, 1000)`;
  let decoder: PictureDecoder;
  let starting: jest.SpiedFunction<Sandbox['start']>;
  let start: Sandbox['start'];
  beforeEach(async () => {
    const walls = testSandbox();
    const sandbox = await walls.open();
    start = sandbox.start;
    starting = jest.spyOn(sandbox, 'start');
    decoder = new PictureDecoder(walls);
  });
  afterEach(() => decoder.onApplicationShutdown());

  /** Is killed as soon as it says anything. */
  const startDoomed = (script: string) => async (run: WalledRun) => {
    const walled = await start({ ...run, options: ['-e', script] });
    walled.stdout.once('data', () => walled.kill());
    return walled;
  };
  const render = async () => {
    await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'images-'));
    const file = path.join(folder.path, 'picture');
    await writeFile(file, await sampleJpeg());
    return await new Images(decoder).renderImage(file, 'image/jpeg');
  };

  it('is no fault of the picture, which another decodes', async () => {
    starting.mockImplementationOnce(startDoomed(READY));
    expect((await sharp((await render()).large).metadata()).format).toBe('webp');
  });

  it.each([
    ['whenever it begins', READY],
    ['before it is ready', NEVER_READY],
  ])('%s, leaves the picture for later', async (_when, script) => {
    starting.mockImplementation(startDoomed(script));
    await expect(render()).rejects.toMatchObject({
      status: 503,
      code: 'pictures_unavailable',
      message: 'Pictures cannot be prepared just now. Please try again in a few minutes.',
    });
  });
});

it('a process waits for the next photo, and for none beside the conversion of a video', async () => {
  const walls = testSandbox();
  using starting = jest.spyOn(await walls.open(), 'start');
  const decoder = new PictureDecoder(walls);
  const images = new Images(decoder);
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'images-'));
  const file = path.join(folder.path, 'picture');
  await writeFile(file, await sampleJpeg());
  await images.renderPoster(file);
  expect(starting).toHaveBeenCalledTimes(1);
  await images.renderImage(file, 'image/jpeg');
  expect(starting).toHaveBeenCalledTimes(3);
  await images.renderPoster(file);
  expect(starting).toHaveBeenCalledTimes(3);
  decoder.onApplicationShutdown();
});
