import { clearPendingSubmission, hasPendingSubmission, notePendingSubmission } from './pending-submission.js';

function stubStorage(storage: () => Storage): void {
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: storage });
}

describe('a submission that waits', () => {
  it('is known of its person alone, until it is confirmed', () => {
    const kept = new Map<string, string>();
    stubStorage(
      () =>
        ({
          getItem: (key: string) => kept.get(key) ?? null,
          setItem: (key: string, value: string) => void kept.set(key, value),
          removeItem: (key: string) => void kept.delete(key),
        }) as unknown as Storage,
    );
    notePendingSubmission('anna');
    expect(kept.size).toBe(1);
    expect(hasPendingSubmission('anna')).toBe(true);
    expect(hasPendingSubmission('ben')).toBe(false);
    clearPendingSubmission();
    expect(hasPendingSubmission('anna')).toBe(false);
    expect(kept.size).toBe(0);
  });
});

describe('refuses to forget a submission', () => {
  it('in a browser whose storage is blocked', () => {
    stubStorage(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(hasPendingSubmission('anna')).toBe(false);
    notePendingSubmission('anna');
    expect(hasPendingSubmission('anna')).toBe(true);
    clearPendingSubmission();
    expect(hasPendingSubmission('anna')).toBe(false);
  });
});
