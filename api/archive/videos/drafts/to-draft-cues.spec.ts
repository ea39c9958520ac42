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

  it('leaves out lines without words', () => expect(toDraftCues({ segments: [{ ...said, text: ' ' }] })).toEqual([]));

  it('keeps the words of a line whose times are none, for somebody to listen', () => {
    const odd = [{ end: 1 }, { end: 0.5 }, { end: 'soon' }, { end: undefined }];
    for (const times of odd)
      expect(toDraftCues({ segments: [said, { ...said, ...times }] })?.[1]).toEqual({
        start: 1,
        end: 2,
        text: 'Hello',
        doubt: 'unsure',
      });
    for (const start of [-1, null, 1e9, 'then'])
      expect(toDraftCues({ segments: [said, { ...said, text: 'Yes.', start, end: start }] })?.[1]).toEqual({
        start: 2,
        end: 3,
        text: 'Yes.',
        doubt: 'unsure',
      });
  });

  it('says that it may be silence where a line has no times either', () =>
    expect(toDraftCues({ segments: [{ ...said, end: 1, no_speech_prob: 0.9 }] })).toMatchObject([
      { doubt: 'silence' },
    ]));

  it('leaves out a line that is none, and keeps the others', () => {
    const odd = [{ ...said, text: null }, 'words', null];
    expect(toDraftCues({ segments: [...odd, said] })).toEqual([{ start: 1, end: 2, text: 'Hello', doubt: null }]);
  });

  describe('refuses', () => {
    it.each([null, 'text', {}, { text: 'no segments' }, { segments: [{ text: 'no times' }] }])('%j', (body) =>
      expect(toDraftCues(body)).toBeNull(),
    );
  });
});
