import { drawSample, orderSpecs } from './draw-sample.mjs';

const numbers = Array.from({ length: 100 }, (_, index) => index);
const sorted = (drawn: number[]) => drawn.toSorted((a, b) => a - b);

describe('a sample', () => {
  it('has as many as asked for, each once', () => {
    const drawn = drawSample(numbers, { size: 10, seed: 7 });
    expect(drawn).toHaveLength(10);
    expect(new Set(drawn).size).toBe(10);
  });

  it('is the same for the same seed alone', () => {
    expect(drawSample(numbers, { size: 10, seed: 7 })).toEqual(drawSample(numbers, { size: 10, seed: 7 }));
    expect(drawSample(numbers, { size: 10, seed: 8 })).not.toEqual(drawSample(numbers, { size: 10, seed: 7 }));
  });

  it('is all of them where there are no more', () => {
    expect(sorted(drawSample(numbers, { size: 1000, seed: 7 }))).toEqual(numbers);
  });

  it('draws each about as often as any other', () => {
    const counts = numbers.map(() => 0);
    for (let seed = 1; seed <= 2000; seed++) {
      for (const drawn of drawSample(numbers, { size: 10, seed })) counts[drawn]!++;
    }
    expect(Math.min(...counts)).toBeGreaterThan(140);
    expect(Math.max(...counts)).toBeLessThan(260);
  });
});

describe('the specs that try a mutant', () => {
  it('are its own, then those of its folder, then the others, the quickest first', () => {
    const specs = [
      { name: 'api/b/quick.spec.ts', ms: 1 },
      { name: 'api/a/slow.spec.ts', ms: 900 },
      { name: 'api/a/quick.spec.ts', ms: 10 },
      { name: 'api/a/store.spec.ts', ms: 5000 },
    ];
    expect(orderSpecs('api/a/store.ts', specs)).toEqual([
      'api/a/store.spec.ts',
      'api/a/quick.spec.ts',
      'api/a/slow.spec.ts',
      'api/b/quick.spec.ts',
    ]);
  });
});
