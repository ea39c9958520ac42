import type { LocalDraft } from './local-draft-store.js';
import { type LocalDraftsEvent, NO_DRAFTS, offerAt, reduceLocalDrafts } from './local-drafts-state.js';

const draft = (id: string, questionId = 1): LocalDraft => ({
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
  use: 'none',
  uploadId: undefined,
});
const found = (waiting: LocalDraft[], elsewhere: LocalDraft[] = []): LocalDraftsEvent => ({
  type: 'found',
  waiting,
  elsewhere,
});
const play = (...events: LocalDraftsEvent[]) => events.reduce(reduceLocalDrafts, NO_DRAFTS);
const phaseOf = (...events: LocalDraftsEvent[]) => play(found([draft('a')]), ...events).offers[0]?.phase;

describe('local drafts', () => {
  it('are offered at their question, the earliest first', () => {
    const state = play(found([draft('a', 2), draft('b', 2)], [draft('c', 3)]));
    expect(offerAt(state, 2)).toEqual({ draft: draft('a', 2), phase: 'waiting' });
    expect(offerAt(state, 3)).toBeNull();
    expect(state.elsewhere).toEqual([draft('c', 3)]);
  });

  it('leave when they are opened', () => {
    expect(phaseOf({ type: 'open-pressed', id: 'a' })).toBe('opening');
    expect(phaseOf({ type: 'open-pressed', id: 'a' }, { type: 'left', id: 'a' })).toBeUndefined();
  });

  it('are offered again when nobody waits for them any more', () => {
    expect(phaseOf({ type: 'open-pressed', id: 'a' }, { type: 'put-back', id: 'a' })).toBe('waiting');
    expect(phaseOf({ type: 'discard-pressed', id: 'a' }, { type: 'put-back', id: 'a' })).toBe('asking');
  });

  it('are discarded after a question', () => {
    const pressed: LocalDraftsEvent = { type: 'discard-pressed', id: 'a' };
    expect(phaseOf(pressed)).toBe('asking');
    expect(phaseOf(pressed, { type: 'discard-cancelled', id: 'a' })).toBe('waiting');
    expect(phaseOf(pressed, { type: 'discard-confirmed', id: 'a' })).toBe('discarding');
  });

  it('are never discarded without the question', () => {
    expect(phaseOf({ type: 'discard-confirmed', id: 'a' })).toBe('waiting');
  });

  it('can be tried again when they could not be read', () => {
    const failed: LocalDraftsEvent[] = [
      { type: 'open-pressed', id: 'a' },
      { type: 'failed', id: 'a' },
    ];
    expect(phaseOf(...failed)).toBe('failed');
    expect(phaseOf(...failed, { type: 'open-pressed', id: 'a' })).toBe('opening');
  });

  it('stay in what they are doing when they are found again', () => {
    expect(phaseOf({ type: 'discard-pressed', id: 'a' }, found([draft('a'), draft('b')]))).toBe('asking');
    expect(phaseOf({ type: 'discard-pressed', id: 'a' }, found([]))).toBeUndefined();
  });

  it.each<LocalDraftsEvent[]>([
    [{ type: 'open-pressed', id: 'a' }],
    [
      { type: 'discard-pressed', id: 'a' },
      { type: 'discard-confirmed', id: 'a' },
    ],
  ])('stay while this tab has them in use, and are not found for that (%#)', (...using) => {
    expect(phaseOf(...using, found([]))).toMatch(/^(opening|discarding)$/);
    expect(phaseOf(...using, found([]), { type: 'failed', id: 'a' })).toBe('failed');
    expect(phaseOf(...using, found([]), { type: 'left', id: 'a' })).toBeUndefined();
    const { offers } = play(found([draft('a'), draft('b')]), ...using, found([draft('b')]));
    expect(offers.map((offer) => offer.draft.id)).toEqual(['a', 'b']);
  });

  it('tell whether this browser can keep any', () => {
    expect(play({ type: 'written', isStored: false }).canStore).toBe(false);
    expect(play({ type: 'written', isStored: false }, { type: 'written', isStored: true }).canStore).toBe(true);
  });
});
