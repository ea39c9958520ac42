import { toDraftCues } from './to-draft-cues.js';

const said = { start: 1, end: 2, text: ' Hello ', no_speech_prob: 0.01, avg_logprob: -0.2 };

describe('toDraftCues', () => {
  it('reads the lines of an answer, in order', () =>
    expect(toDraftCues({ text: 'x', segments: [{ ...said, start: 3, end: 4 }, said] })).toEqual([
      { start: 1, end: 2, text: 'Hello', doubt: null },
      { start: 3, end: 4, text: 'Hello', doubt: null },
    ]));

  it('doubts what may be silence and what was hard to hear', () => {
    const segments = [
      { ...said, no_speech_prob: 0.7, avg_logprob: -2 },
      { ...said, avg_logprob: -1.1 },
      { start: 1, end: 2, text: 'No figures' },
      { ...said, no_speech_prob: null, avg_logprob: null },
      { ...said, no_speech_prob: 'low', avg_logprob: -1.1 },
    ];
    expect(toDraftCues({ segments })?.map(({ doubt }) => doubt)).toEqual(['silence', 'unsure', null, null, 'unsure']);
  });

  it('leaves out lines without words or without times', () =>
    expect(
      toDraftCues({
        segments: [
          { ...said, text: ' ' },
          { ...said, end: 1 },
          { ...said, start: -1 },
        ],
      }),
    ).toEqual([]));

  it('leaves out a line that is none, and keeps the others', () => {
    const odd = [{ ...said, start: null }, { ...said, end: 'soon' }, { ...said, text: null }, 'words', null];
    expect(toDraftCues({ segments: [...odd, said] })).toEqual([{ start: 1, end: 2, text: 'Hello', doubt: null }]);
  });

  describe('refuses', () => {
    it.each([null, 'text', {}, { text: 'no segments' }, { segments: [{ text: 'no times' }] }])('%j', (body) =>
      expect(toDraftCues(body)).toBeNull(),
    );
  });
});
