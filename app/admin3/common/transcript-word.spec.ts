import { transcriptWord } from './transcript-word.js';

const SRT = '1\n00:00:01,000 --> 00:00:02,000\nHello';

describe('transcriptWord', () => {
  it('says nothing of plain text', () => {
    expect(transcriptWord('')).toBeNull();
    expect(transcriptWord('I loved to run.')).toBeNull();
  });

  it('counts the timed lines', () => {
    expect(transcriptWord(SRT)).toEqual({ isRefused: false, text: '1 timed line: the video will have captions.' });
    expect(transcriptWord(`${SRT}\n\n2\n00:00:03,000 --> 00:00:04,000\nthere`)?.text).toBe(
      '2 timed lines: the video will have captions.',
    );
  });

  it('says what is left out', () =>
    expect(transcriptWord(`${SRT}\n\n2\n00:00:04,000 --> 00:00:03,000\nthere`)?.text).toBe(
      '1 timed line: the video will have captions. Left out: line 6 (it does not end after it begins).',
    ));

  describe('refuses', () => {
    it('what the server would refuse, with its words', () =>
      expect(transcriptWord('WEBVTT')).toEqual({
        isRefused: true,
        text: 'No timed line of this transcript could be read.',
      }));
  });
});
