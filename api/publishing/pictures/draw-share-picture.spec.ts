import sharp from 'sharp';
import { drawSharePicture, WINDOW } from './draw-share-picture.js';
import { hasBoxes } from './draw-text.js';

/** Where the name stands. */
const LEFT = { left: 0, top: 0, width: 720, height: 480 };
const WINDOW_MIDDLE = { left: 930, top: 300, width: 4, height: 4 };

const pixels = async (picture: Buffer, region: typeof LEFT) =>
  sharp(await sharp(picture).extract(region).toBuffer()).stats();
/** How much of the left half is written on. */
const ink = async (picture: Buffer) => (await pixels(picture, LEFT)).channels[0]!.stdev;

const widthOf = async (text: string, font: string) =>
  (
    await sharp({ text: { text, font: `${font} 40` } })
      .png()
      .toBuffer({ resolveWithObject: true })
  ).info.width;

describe('the picture of a story that is shared', () => {
  let poster: Buffer;
  beforeAll(async () => {
    const { width, height } = WINDOW;
    poster = await sharp({ create: { width, height, channels: 4, background: '#c02020' } })
      .raw()
      .toBuffer();
  });

  it('has the size that networks ask for, and is the same again', async () => {
    const picture = await drawSharePicture('Anna', null);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect((await drawSharePicture('Anna', null)).equals(picture)).toBe(true);
    expect((await drawSharePicture('Anne', null)).equals(picture)).toBe(false);
  });

  it('shows the poster', async () => {
    const { dominant } = await pixels(await drawSharePicture('Anna', poster), WINDOW_MIDDLE);
    expect(dominant).toMatchObject({ r: expect.any(Number) as number });
    expect(dominant.r).toBeGreaterThan(150);
    expect(dominant.g).toBeLessThan(80);
  });

  it.each(['Łukasz', 'ندى', '李小龍', '</span><b>&amp;', 'X'.repeat(100), 'W '.repeat(50), 'A\u0000\ud800'])(
    'has room for the name %s',
    async (name) => expect(await ink(await drawSharePicture(name, null))).toBeGreaterThan(5),
  );

  it('draws letters that the other font file holds in the same typeface', async () => {
    const [plain, extended] = [await drawSharePicture('Lukasz', null), await drawSharePicture('Łukasz', null)];
    expect(Math.abs((await ink(plain)) - (await ink(extended)))).toBeLessThan(1);
  });

  it.each(['Елена', 'Ελένη', 'Nguyễn'])('sets %s in the typeface of the other names', async (name) => {
    expect(await hasBoxes(name)).toBe(false);
    const [own, system] = await Promise.all(['Source Serif 4', 'sans'].map((font) => widthOf(name, font)));
    expect(own).not.toBe(system);
  });

  it('has no name on it where a letter has no typeface on this machine, and is a story all the same', async () => {
    const unknown = 'A\u{fdd0}';
    expect(await hasBoxes(unknown)).toBe(true);
    const picture = await drawSharePicture(unknown, null);
    expect(picture.equals(await drawSharePicture('\u{1fffe}', null))).toBe(true);
    expect(await ink(picture)).toBeGreaterThan(5);
  });

  it('leaves emoji out, and is a story all the same', async () => {
    expect((await drawSharePicture('Bo 👩‍👩‍👧', null)).equals(await drawSharePicture('Bo', null))).toBe(true);
    expect(await ink(await drawSharePicture('👩‍👩‍👧', null))).toBeGreaterThan(5);
  });

  describe('refuses', () => {
    it('anything but the pixels of a poster: what strangers had a hand in is decoded elsewhere', async () => {
      const file = await sharp(poster, { raw: { ...WINDOW, channels: 4 } })
        .jpeg()
        .toBuffer();
      await expect(drawSharePicture('Anna', file)).rejects.toThrow('728640 bytes');
    });
  });
});
