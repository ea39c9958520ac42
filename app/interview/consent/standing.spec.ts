import { standingOf } from './standing.js';

describe('what somebody may do in the interview', () => {
  it('is nothing before anything was said, and everything after a yes to being recorded', () => {
    expect(standingOf({ recording: 'none' })).toEqual({ recording: 'not-agreed', words: 'closed', photos: 'closed' });
    const agreedBefore = standingOf({ recording: 'none', words: true, photos: true });
    expect(agreedBefore).toEqual({ recording: 'not-agreed', words: 'closed', photos: 'closed' });
    expect(standingOf({ recording: 'given' })).toEqual({ recording: 'open', words: 'open', photos: 'open' });
  });

  it.each(['refused', 'withdrawn'] as const)('is what was agreed to alone where recording is %s', (recording) => {
    const none = { recording: 'not-agreed', words: 'closed', photos: 'asked-alone' };
    expect(standingOf({ recording })).toEqual(none);
    expect(standingOf({ recording, words: true })).toEqual({ ...none, words: 'open' });
    expect(standingOf({ recording, photos: true })).toEqual({ ...none, photos: 'open' });
    expect(standingOf({ recording, words: false, photos: false })).toEqual({ ...none, photos: 'declined' });
  });

  it.each([
    ['guardian_asked', 'guardian-asked'],
    ['guardian_refused', 'guardian-refused'],
  ] as const)('is nothing of their own where recording is %s', (recording, standing) => {
    const closed = { recording: standing, words: 'closed', photos: 'closed' };
    for (const alone of [true, false]) expect(standingOf({ recording, words: alone, photos: alone })).toEqual(closed);
  });
});
