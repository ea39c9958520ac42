import { drawText } from './draw-text.js';

describe('a name on a picture', () => {
  it.each([
    ['Anna', 178],
    ['Ăœĳ', 147],
    ['Ạộữ', 134],
    ['Анна', 182],
    ['Ѳѣѵ', 135],
    ['Λένα', 164],
  ])('is set in the typeface that comes with the product: %s', async (name, width) => {
    const { info } = await drawText(name, { colour: '#fff', size: 70, width: 1000 });
    // How the edges of letters are rounded is each machine's own; another typeface is wider or narrower by more.
    expect(Math.abs(info.width - width)).toBeLessThanOrEqual(2);
  });
});
