import { permittedBy } from './permitted.js';

describe('what somebody may do in the interview', () => {
  it('is nothing before anything was said, and everything after a yes to being recorded', () => {
    expect(permittedBy({ recording: 'none' })).toEqual({ recording: 'not-agreed', words: 'closed', photos: 'closed' });
    const agreedBefore = permittedBy({ recording: 'none', words: true, photos: true });
    expect(agreedBefore).toEqual({ recording: 'not-agreed', words: 'closed', photos: 'closed' });
    expect(permittedBy({ recording: 'given' })).toEqual({ recording: 'open', words: 'open', photos: 'open' });
  });

  it.each(['refused', 'withdrawn'] as const)('is what was agreed to alone where recording is %s', (recording) => {
    const none = { recording: 'not-agreed', words: 'closed', photos: 'asked-alone' };
    expect(permittedBy({ recording })).toEqual(none);
    expect(permittedBy({ recording, words: true })).toEqual({ ...none, words: 'open' });
    expect(permittedBy({ recording, photos: true })).toEqual({ ...none, photos: 'open' });
    expect(permittedBy({ recording, words: false, photos: false })).toEqual({ ...none, photos: 'declined' });
  });

  it.each([
    ['guardian_asked', 'guardian-asked'],
    ['guardian_refused', 'guardian-refused'],
  ] as const)('is nothing of their own where recording is %s', (recording, permitted) => {
    const closed = { recording: permitted, words: 'closed', photos: 'closed' };
    for (const alone of [true, false]) expect(permittedBy({ recording, words: alone, photos: alone })).toEqual(closed);
  });
});
