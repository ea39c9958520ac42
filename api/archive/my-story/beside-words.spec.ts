import { randomUUID } from 'node:crypto';
import type { LedgerEntry } from '../../people/ledger/withdrawal-ledger.js';
import { besideIn } from './beside-words.js';

const LINES = 20_000;
/** Where each were compared with each, it would be minutes. */
const AT_MOST_MS = 20_000;

const at = (number: number) => new Date(Date.UTC(2026, 0, 1) + number).toISOString();

describe('beside words of a long ledger', () => {
  it.each<[string, (number: number) => LedgerEntry]>([
    ['nobody', (number) => ({ at: at(number), kind: 'upload', participantId: null, id: randomUUID() })],
    ['one person', (number) => ({ at: at(number), kind: 'photo', participantId: 'somebody', id: randomUUID() })],
  ])('what else there is of %s is told at once', (_, lineOf) => {
    const entries = Array.from({ length: LINES }, (_line, number) => lineOf(number));
    const start = performance.now();
    const besideOf = besideIn(entries);
    const counts = entries.map((entry) => besideOf(entry, entry.at).times.length);
    expect(performance.now() - start).toBeLessThan(AT_MOST_MS);
    expect(new Set(counts)).toEqual(new Set([LINES]));
  });

  it('what was moved to somebody is told apart by when that was', () => {
    const move = (number: number, participantId: string, id: string): LedgerEntry => {
      return { at: at(number), kind: 'moved', participantId, id };
    };
    const word: LedgerEntry = { at: at(3), kind: 'withdrawn', participantId: 'anna' };
    // As lines stand that came from a bucket.
    const entries = [
      move(1, 'anna', 'stayed'),
      move(5, 'ben', 'went'),
      word,
      move(4, 'anna', 'came'),
      move(2, 'anna', 'went'),
    ];
    expect(besideIn(entries)(word, word.at)).toEqual({
      movedLater: ['came'],
      movedBefore: ['stayed'],
      times: [1, 3, 4, 2].map((number) => new Date(at(number))),
      refusedBefore: null,
    });
  });

  it('what was refused last before a yes is told of that video alone', () => {
    const said = (number: number, kind: 'refused' | 'released', id: string): LedgerEntry => {
      return { at: at(number), kind, participantId: 'anna', id };
    };
    const yes = said(4, 'released', 'film');
    const entries = [
      said(2, 'refused', 'film'),
      said(1, 'refused', 'film'),
      said(3, 'refused', 'another'),
      yes,
      said(5, 'refused', 'film'),
    ];
    const besideOf = besideIn(entries);
    expect(besideOf(yes, yes.at).refusedBefore).toEqual(new Date(at(2)));
    expect(besideOf(yes, at(1)).refusedBefore).toBeNull();
  });
});
