import sharp from 'sharp';
import { drawSharePicture, WINDOW } from './draw-share-picture.js';
import { hasBoxes } from './draw-text.js';

/** Where the name stands. */
const LEFT = { left: 0, top: 0, width: 720, height: 480 };
/** Where the name is written, and what stays free around it. */
const NAME = { left: 88, top: 72, width: 600, height: 304 };
const EDGES = [
  { left: 0, top: 0, width: 84, height: 480 },
  { left: 692, top: 0, width: 20, height: 480 },
  { left: 84, top: 0, width: 608, height: 66 },
  { left: 84, top: 382, width: 608, height: 90 },
];
const WINDOW_MIDDLE = { left: 930, top: 300, width: 4, height: 4 };

const pixels = async (picture: Buffer, region: typeof LEFT) =>
  sharp(await sharp(picture).extract(region).toBuffer()).stats();
/** How much of the left half is written on. */
const ink = async (picture: Buffer) => (await pixels(picture, LEFT)).channels[0]!.stdev;

const sum = (numbers: number[]) => numbers.reduce((whole, number) => whole + number, 0);

/** How much is written in each of the last columns of the title, from its end. */
async function endOfTitle(picture: Buffer): Promise<number[]> {
  const title = await sharp(picture).extract(NAME).greyscale().threshold(110).png().toBuffer();
  const { data, info } = await sharp(title).trim({ background: '#000' }).raw().toBuffer({ resolveWithObject: true });
  const column = (x: number) =>
    sum(Array.from({ length: info.height }, (_, y) => data[(y * info.width + x) * info.channels]! / 255));
  return Array.from({ length: 150 }, (_, index) => column(info.width - 1 - index));
}

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
    expect(dominant.r).toBeGreaterThan(150);
    expect(dominant.g).toBeLessThan(80);
  });

  it.each(['Łukasz', 'ندى', '李小龍', '</span><b>&amp;', 'X'.repeat(100), 'W '.repeat(50), 'A\u0000\ud800'])(
    'has the name %s on it, within its bounds',
    async (name) => {
      const picture = await drawSharePicture(name, null);
      const nameless = await drawSharePicture('\u{1fffe}', null);
      // Only a name that this machine has no typeface for is left out.
      expect(picture.equals(nameless)).toBe(await hasBoxes(name));
      expect((await pixels(picture, NAME)).channels[0]!.max).toBeGreaterThan(190);
      for (const edge of EDGES) expect((await pixels(picture, edge)).channels[0]!.max).toBeLessThan(60);
    },
  );

  it('is without a name only where its letters are drawn as boxes: never for a long one, or for letters of the font files', async () => {
    const names = ['X'.repeat(100), 'W '.repeat(50), 'Łukasz', 'Nguyễn', 'Елена', 'Ελένη'];
    expect(await Promise.all(names.map(hasBoxes))).toEqual(names.map(() => false));
    // Boxes do not join; Arabic letters do where there are any.
    const [joined, apart] = await Promise.all(['ببب', 'ب\u200cب\u200cب'].map((text) => widthOf(text, 'sans')));
    expect(await hasBoxes('ندى')).toBe(joined === apart);
  });

  it('has no name twice: other long names make other pictures', async () => {
    const long = ['X'.repeat(100), `${'X'.repeat(99)}Y`, 'ندى', 'نور'];
    const drawn = await Promise.all(long.map(async (name) => (await drawSharePicture(name, null)).toString('base64')));
    const readable = (await Promise.all(long.map(hasBoxes))).filter((isBoxed) => !isBoxed).length;
    expect(new Set(drawn).size).toBe(readable + (readable < long.length ? 1 : 0));
  });

  it('ends as every other title where the name is written from right to left', async () => {
    const [plain, arabic] = await Promise.all(
      ['Anna', 'ندى'].map(async (name) => endOfTitle(await drawSharePicture(name, null))),
    );
    const difference = sum(plain!.map((written, index) => Math.abs(written - arabic![index]!)));
    // Without a typeface for Arabic it is the title of nobody.
    expect(difference / sum(plain!) < 0.3).toBe(!(await hasBoxes('ندى')));
  });

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
    it('anything but the pixels of a poster: a file, which may come from anybody, is decoded elsewhere', async () => {
      const file = await sharp(poster, { raw: { ...WINDOW, channels: 4 } })
        .jpeg()
        .toBuffer();
      await expect(drawSharePicture('Anna', file)).rejects.toThrow('728640 bytes');
    });
  });
});
