import { cueMoments, readMoments, secondsAt, writeMoments } from './cue-moments.js';
import { transcriptOfCues } from './cues.js';

const CUES = [
  { start: 0.5, end: 3, text: 'Before I fell ill\nI danced.' },
  { start: 72.9, end: 75, text: 'Now I rest.' },
  { start: 76, end: 4_000, text: 'And I 😀 hope.' },
];

describe('moments of a transcript', () => {
  it('stand where the cues stand in the plain text', () => {
    const transcript = transcriptOfCues(CUES);
    expect(transcript).toContain('\n\n');
    const found = CUES.map(({ text }) => transcript.indexOf(text.replaceAll('\n', ' ')));
    expect(cueMoments(CUES).map(({ position }) => position)).toEqual(found);
  });

  it.each([
    ['danced', 0],
    ['Now', 72],
    ['hope', 76],
  ])('tell when "%s" is said', (word, seconds) =>
    expect(secondsAt(cueMoments(CUES), transcriptOfCues(CUES).indexOf(word))).toBe(seconds),
  );

  it('are the same after the search index', () =>
    expect(readMoments(writeMoments(cueMoments(CUES)))).toEqual(cueMoments(CUES)));

  describe('refuses', () => {
    it('to name a time where there are none', () => {
      expect(secondsAt([], 5)).toBeNull();
      expect(readMoments('')).toEqual([]);
      expect(readMoments('nonsense 12')).toEqual([]);
    });
  });
});
