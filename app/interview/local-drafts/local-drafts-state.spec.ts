import type { KeptTake } from './local-draft-store.js';
import { type KeptTakesEvent, NOTHING_KEPT, offerAt, reduceKeptTakes } from './local-drafts-state.js';

const kept = (id: string, questionId = 1): KeptTake => ({
  participantId: 'anna',
  questionId,
  id,
  origin: 'recorded',
  filename: 'take.webm',
  mimeType: 'video/webm',
  recordedAt: new Date(0),
  durationSeconds: 5,
  pieces: 5,
  bytes: 500,
  isWhole: true,
  uploadId: undefined,
});
const found = (waiting: KeptTake[], elsewhere: KeptTake[] = []): KeptTakesEvent => ({
  type: 'found',
  waiting,
  elsewhere,
});
const play = (...events: KeptTakesEvent[]) => events.reduce(reduceKeptTakes, NOTHING_KEPT);
const phaseOf = (...events: KeptTakesEvent[]) => play(found([kept('a')]), ...events).offers[0]?.phase;

describe('kept takes', () => {
  it('are offered at their question, the earliest first', () => {
    const state = play(found([kept('a', 2), kept('b', 2)], [kept('c', 3)]));
    expect(offerAt(state, 2)).toEqual({ kept: kept('a', 2), phase: 'waiting' });
    expect(offerAt(state, 3)).toBeNull();
    expect(state.elsewhere).toEqual([kept('c', 3)]);
  });

  it('leave when they are opened', () => {
    expect(phaseOf({ type: 'open-pressed', id: 'a' })).toBe('opening');
    expect(phaseOf({ type: 'open-pressed', id: 'a' }, { type: 'left', id: 'a' })).toBeUndefined();
  });

  it('are discarded after a question', () => {
    const pressed: KeptTakesEvent = { type: 'discard-pressed', id: 'a' };
    expect(phaseOf(pressed)).toBe('asking');
    expect(phaseOf(pressed, { type: 'discard-cancelled', id: 'a' })).toBe('waiting');
    expect(phaseOf(pressed, { type: 'discard-confirmed', id: 'a' })).toBe('discarding');
  });

  it('are never discarded without the question', () => {
    expect(phaseOf({ type: 'discard-confirmed', id: 'a' })).toBe('waiting');
  });

  it('can be tried again when they could not be read', () => {
    const failed: KeptTakesEvent[] = [
      { type: 'open-pressed', id: 'a' },
      { type: 'failed', id: 'a' },
    ];
    expect(phaseOf(...failed)).toBe('failed');
    expect(phaseOf(...failed, { type: 'open-pressed', id: 'a' })).toBe('opening');
  });

  it('stay in what they are doing when they are found again', () => {
    expect(phaseOf({ type: 'discard-pressed', id: 'a' }, found([kept('a'), kept('b')]))).toBe('asking');
    expect(phaseOf({ type: 'discard-pressed', id: 'a' }, found([]))).toBeUndefined();
  });

  it('tell whether this browser can keep any', () => {
    expect(play({ type: 'copied', isKept: false }).canKeep).toBe(false);
    expect(play({ type: 'copied', isKept: false }, { type: 'copied', isKept: true }).canKeep).toBe(true);
  });
});
