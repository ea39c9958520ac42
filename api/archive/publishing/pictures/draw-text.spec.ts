import { jest } from '@jest/globals';
import sharp from 'sharp';
import { drawText, hasBoxes } from './draw-text.js';

describe('a name on a picture', () => {
  it('is drawn although that has failed before, of which nothing is remembered', async () => {
    const style = { colour: '#fff', size: 70, width: 1000 };
    for (const draw of [() => drawText('Anna', style), () => hasBoxes('Анна')]) {
      using broken = jest.spyOn(sharp.prototype, 'toBuffer').mockRejectedValue(new Error('No memory.'));
      await expect(draw()).rejects.toThrow('No memory.');
      broken.mockRestore();
      await draw();
    }
  });

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
