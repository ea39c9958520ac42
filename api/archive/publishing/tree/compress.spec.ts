import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compress } from './compress.js';

const TEXT = Buffer.from('I loved to sing. '.repeat(100));

describe('what a server of files sends smaller', () => {
  it.each(['html', 'css', 'js', 'mjs', 'json', 'xml', 'txt', 'vtt', 'svg', 'map', 'webmanifest'])(
    'is a .%s, the same in both forms',
    async (extension) => {
      const compressed = await compress(`a.b/c.${extension}`, TEXT, 'quick');
      expect(brotliDecompressSync(compressed!.br).equals(TEXT)).toBe(true);
      expect(gunzipSync(compressed!.gz).equals(TEXT)).toBe(true);
      expect(compressed!.br.length).toBeLessThan(TEXT.length / 10);
    },
  );

  it.each(['a.jpg', 'a.mp4', 'a.woff2', 'a', 'html', 'a.html/b'])('is not %s', async (file) => {
    expect(await compress(file, TEXT, 'thorough')).toBeNull();
  });
});
