import { type Cut, cutHashOf, releaseStateOf, standingOf, type StoredRelease } from './release-state.js';

const CUT: Cut = {
  film: 'ab',
  title: 'Before',
  description: 'Short.',
  transcript: 'I climbed.',
  cues: null,
  shownName: 'Anna',
};
const HASH = cutHashOf(CUT);
const said = (more: Partial<StoredRelease>): StoredRelease => ({
  cutHash: HASH,
  decision: 'yes',
  words: '',
  at: '2026-03-01T00:00:00Z',
  ...more,
});

describe('the standing of a release', () => {
  it.each([
    ['none', null],
    ['yes', said({})],
    ['change', said({ decision: 'change' })],
    ['no', said({ decision: 'no' })],
    ['outdated', said({ cutHash: 'another' })],
    ['outdated', said({ cutHash: 'another', decision: 'change' })],
    ['no', said({ cutHash: 'another', decision: 'no' })],
  ] as const)('is %s of %j', (standing, release) => {
    expect(standingOf(release, HASH)).toBe(standing);
  });

  it.each([
    [{ film: 'cd' }],
    [{ title: 'After' }],
    [{ description: '' }],
    [{ transcript: 'I climbed' }],
    [{ cues: [{ start: 0, end: 1, text: 'I climbed.' }] }],
    [{ shownName: 'Robin' }],
  ])('is that of another cut with %j', (change) => {
    expect(cutHashOf({ ...CUT, ...change })).not.toBe(HASH);
  });

  it('counts the mails about this cut alone', () => {
    expect(releaseStateOf(null, CUT, { another: 3 }).asked).toBe(0);
    expect(releaseStateOf(null, CUT, { another: 3, [HASH]: 1 }).asked).toBe(1);
  });
});
