import { HttpError, NetworkFailure } from '../../shared/http/http-error.js';
import { outcomeOf, unconfirmedSubmissions as waiting, waitingSubmissions as onAnotherPage } from './submission.js';

const PRESSED = { openSince: '2026-11-20T08:00:00.000Z', earlierRecordings: ['r1', 'r2'] };

describe('a failed submit', () => {
  it.each([
    ['no connection', new NetworkFailure('network')],
    ['a server in trouble', new HttpError(503, '', '')],
  ])('is tried again after %s', (_name, error) => expect(outcomeOf(error)).toEqual({ kind: 'unreachable' }));

  it('asks to sign in again when the session has ended', () => {
    expect(outcomeOf(new HttpError(401, '', ''))).toEqual({ kind: 'signed-out' });
  });

  it('says what is missing', () => {
    const error = new HttpError(409, '', '{"code":"photo_required","message":"Please upload at least one photo"}');
    expect(outcomeOf(error)).toEqual({
      kind: 'refused',
      code: 'photo_required',
      message: 'Please upload at least one photo',
    });
  });
});

function stubStorage(storage: () => Storage): void {
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: storage });
}

describe('a submission that waits', () => {
  it('is known of its person alone, until it is confirmed', () => {
    const drafts = new Map<string, string>();
    stubStorage(
      () =>
        ({
          getItem: (key: string) => drafts.get(key) ?? null,
          setItem: (key: string, value: string) => void drafts.set(key, value),
          removeItem: (key: string) => void drafts.delete(key),
        }) as unknown as Storage,
    );
    waiting.note('anna', PRESSED);
    expect(drafts.size).toBe(1);
    expect(waiting.find('anna')).toEqual(PRESSED);
    expect(waiting.find('ben')).toBeNull();
    waiting.note('ben', PRESSED);
    waiting.clear(['anna']);
    expect(waiting.find('anna')).toBeNull();
    expect(waiting.find('ben')).toEqual(PRESSED);
    waiting.clear(['ben']);
    expect(drafts.size).toBe(0);
  });
});

const noted = (people: string) => stubStorage(() => ({ getItem: () => people }) as unknown as Storage);

describe('a submission that an earlier version noted', () => {
  it('waits for its person, without a word of when', () => {
    noted('anna ben');
    expect(waiting.find('ben')).toEqual({});
  });

  it('waits for its person, without a word of what goes with it', () => {
    noted(`anna ben=${PRESSED.openSince}`);
    expect(waiting.find('ben')).toEqual({ openSince: PRESSED.openSince });
  });
});

it('a submission with which nothing goes is noted as such', () => {
  const pressed = { ...PRESSED, earlierRecordings: [] };
  let kept = '';
  const setItem = (_key: string, value: string) => void (kept = value);
  stubStorage(() => ({ getItem: () => kept, setItem }) as unknown as Storage);
  waiting.note('carl', pressed);
  expect(onAnotherPage.find('carl')).toEqual(pressed);
});

describe('refuses to forget a submission', () => {
  it('in a browser whose storage is blocked', () => {
    stubStorage(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(waiting.find('anna')).toBeNull();
    waiting.note('anna', PRESSED);
    expect(waiting.find('anna')).toEqual(PRESSED);
    waiting.clear(['anna']);
    expect(waiting.find('anna')).toBeNull();
  });
});
