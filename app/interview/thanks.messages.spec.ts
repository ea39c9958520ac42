import { THANKS_MESSAGES } from './thanks.messages.js';

describe('what is kept', () => {
  it.each([
    [6, 3, '6 answers and 3 photos are kept safely.'],
    [6, 1, '6 answers and 1 photo are kept safely.'],
    [6, 0, '6 answers are kept safely.'],
    [1, 0, '1 answer is kept safely.'],
    [1, 1, '1 answer and 1 photo are kept safely.'],
  ])('of %i answers and %i photos is said in a sentence', (answers, photos, words) =>
    expect(THANKS_MESSAGES.kept(answers, photos)).toBe(words),
  );
});

describe('what happens next', () => {
  const told = THANKS_MESSAGES.next('anna@example.org')
    .map(({ what }) => what)
    .join(' ');

  it('claims no yes of anybody, for it is read after a no to being recorded, too', () => {
    expect(told).toContain('By submitting you have agreed to nothing new.');
    expect(told).not.toMatch(/agreed to being recorded/);
  });

  it('is so of answers that were recorded and of those in words', () => {
    expect(told).not.toMatch(/watch your answers|that film/);
  });
});
