import { type GuardianApart, isGuardianKept, isHiddenByOthers, newSlug } from './disclaimed.js';

const EARLIER = new Date('2026-03-02T09:00:00Z');
const PROVEN = new Date('2026-03-03T09:00:00Z');
const LATER = new Date('2026-03-04T09:00:00Z');
const guardian = (state: GuardianApart['state'], changedAt = PROVEN): GuardianApart => ({ state, changedAt });

describe('a story that its owner has not begun', () => {
  it.each<[string, Date | null, Date | null, GuardianApart | null, boolean]>([
    ['not at all', null, PROVEN, guardian('guardian_refused'), false],
    ['before they came', EARLIER, PROVEN, null, true],
    ['just as they came', PROVEN, PROVEN, null, true],
    ['after they came', LATER, PROVEN, null, false],
    ['while nobody has come', EARLIER, null, null, false],
    ['by the "no" of a guardian', LATER, PROVEN, guardian('guardian_refused', LATER), true],
    ['before the "no" of a guardian', PROVEN, EARLIER, guardian('guardian_refused', LATER), false],
    ['while a guardian was asked', LATER, PROVEN, guardian('guardian_asked'), false],
  ])('that is hidden %s', (_when, hiddenAt, emailProvenAt, said, isByOthers) =>
    expect(isHiddenByOthers({ hiddenAt }, { emailProvenAt }, said)).toBe(isByOthers),
  );

  it.each<[GuardianApart['state'], boolean]>([
    ['guardian_asked', true],
    ['guardian_refused', true],
    ['refused', true],
    ['given', false],
    ['withdrawn', false],
    ['none', false],
  ])('of whose guardian is known "%s"', (state, isKept) => {
    expect(isGuardianKept(guardian(state), true)).toBe(isKept);
    expect(isGuardianKept(guardian(state), false)).toBe(false);
  });

  const emma = { userName: 'emma-2026-03-02-2', createdAt: EARLIER };

  it('gets an address with the name of its owner', () => expect(newSlug(emma, 'Anna', false)).toBe('anna-2026-03-02'));
  it('keeps it where it has that name', () => expect(newSlug(emma, 'Emma', false)).toBeNull());
  it('keeps it where producers work on it', () => expect(newSlug(emma, 'Anna', true)).toBeNull());
});
