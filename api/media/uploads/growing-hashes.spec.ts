import { createHash } from 'node:crypto';
import { GrowingHashes } from './growing-hashes.js';

const [first, second] = [Buffer.from('first'), Buffer.from('second')];
const sha256 = (...pieces: Buffer[]) => createHash('sha256').update(Buffer.concat(pieces)).digest('hex');

describe('GrowingHashes', () => {
  let hashes: GrowingHashes;
  beforeEach(() => {
    hashes = new GrowingHashes();
  });

  const known = (uploadId: string) => {
    const { chunks, hash } = hashes.find(uploadId);
    return { chunks, sha256: hash.digest('hex') };
  };

  it('grow by each chunk that is in its place', () => {
    hashes.prepare('a', 0, first)();
    expect(known('a')).toEqual({ chunks: 1, sha256: sha256(first) });
    hashes.prepare('a', 1, second)();
    expect(known('a')).toEqual({ chunks: 2, sha256: sha256(first, second) });
    expect(known('b')).toEqual({ chunks: 0, sha256: sha256() });
  });

  it('stay right when one chunk comes twice at once', () => {
    const placed = [hashes.prepare('a', 0, first), hashes.prepare('a', 0, first)];
    placed[0]!();
    hashes.prepare('a', 1, second)();
    placed[1]!();
    expect(known('a')).toEqual({ chunks: 1, sha256: sha256(first) });
  });

  it('are given up for the oldest of very many uploads', () => {
    for (let upload = 0; upload <= 1_000; upload++) hashes.prepare(`${upload}`, 0, first)();
    expect(known('0').chunks).toBe(0);
    expect(known('1').chunks).toBe(1);
  });

  it('are forgotten with their upload', () => {
    hashes.prepare('a', 0, first)();
    hashes.forget('a');
    expect(known('a').chunks).toBe(0);
  });

  describe('refuses', () => {
    it('a chunk out of its order', () => {
      hashes.prepare('a', 1, second)();
      hashes.prepare('a', 0, first)();
      hashes.prepare('a', 0, second)();
      expect(known('a')).toEqual({ chunks: 1, sha256: sha256(first) });
    });

    it('a chunk that never came into its place', () => {
      hashes.prepare('a', 0, second);
      hashes.prepare('a', 0, first)();
      expect(known('a')).toEqual({ chunks: 1, sha256: sha256(first) });
    });
  });
});
