import {
  contentHashOf,
  type Cut,
  cutHashOf,
  limitsOf,
  releaseStateOf,
  standingOf,
  type StoredRelease,
} from './release-state.js';

const CUT: Cut = {
  film: 'ab',
  title: 'Before',
  description: 'Short.',
  transcript: 'I climbed.',
  cues: null,
  shownName: 'Anna',
  questionId: 1,
  userName: 'anna-2026-03-01',
  chosenSentence: null,
  picture: null,
};
const HASH = cutHashOf(CUT);
const ANOTHER = { cutHash: 'another', contentHash: 'another' };
const STANDING = { ...CUT, release: null, wish: null };
const said = (more: Partial<StoredRelease>): StoredRelease => ({
  cutHash: HASH,
  contentHash: contentHashOf(CUT),
  decision: 'yes',
  uses: ['archive'],
  linkOnly: false,
  publicFrom: null,
  publicUntil: null,
  words: '',
  marks: [],
  wasRefused: false,
  paper: null,
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
    ['outdated', said({ ...ANOTHER, decision: 'change' })],
    ['change', said({ cutHash: 'under another name', decision: 'change' })],
    ['outdated', said({ cutHash: 'under another name' })],
    ['change', said({ contentHash: null, decision: 'change' })],
    ['outdated', said({ ...ANOTHER, contentHash: null, decision: 'change' })],
    ['no', said({ cutHash: 'another', decision: 'no' })],
    ['yes', said({ publicFrom: '2030-01-01T00:00:00Z', publicUntil: '2031-01-01T00:00:00Z' })],
    ['expired', said({ publicUntil: '2026-03-02T00:00:00Z' })],
    ['expired', said({ cutHash: 'another', publicUntil: '2026-03-02T00:00:00Z' })],
    ['expired', said({ decision: 'change', publicUntil: '2026-03-02T00:00:00Z' })],
    ['elsewhere', said({ uses: ['social'] })],
    ['elsewhere', said({ cutHash: 'another', uses: ['social', 'documentary'] })],
    ['change', said({ decision: 'change', uses: [] })],
    ['change', said({ decision: 'change', uses: ['social'] })],
    ['elsewhere', said({ ...ANOTHER, decision: 'change', uses: ['social'] })],
    ['outdated', said({ ...ANOTHER, decision: 'change', uses: [] })],
  ] as const)('is %s of %j', (standing, release) => {
    expect(standingOf(release, CUT, Date.parse('2026-03-02T00:00:00Z'))).toBe(standing);
  });

  it.each<[Partial<Cut>]>([
    [{ film: 'cd' }],
    [{ title: 'After' }],
    [{ description: '' }],
    [{ transcript: 'I climbed' }],
    [{ cues: [{ start: 0, end: 1, text: 'I climbed.' }] }],
    [{ questionId: 2 }],
    [{ chosenSentence: 'I climbed.' }],
  ])('is that of another cut, which shows something else, with %j', (change) => {
    const other = { ...CUT, ...change };
    expect([cutHashOf(other) === HASH, contentHashOf(other) === contentHashOf(CUT)]).toEqual([false, false]);
  });

  it.each<[Partial<Cut>]>([[{ shownName: 'Robin' }], [{ userName: 'anna-2026-03-01-2' }], [{ picture: 'cd' }]])(
    'is that of another cut, which shows the same, with %j',
    (change) => {
      const other = { ...CUT, ...change };
      expect([cutHashOf(other) === HASH, contentHashOf(other) === contentHashOf(CUT)]).toEqual([false, true]);
    },
  );

  it('is that of another cut with other lines in a short form', () => {
    const line = { start: 0, end: 1, text: 'I climbed.' };
    const hashes = [line, { ...line, form: 2 as const }, { ...line, form: 10 as const }].map((cue) =>
      cutHashOf({ ...CUT, cues: [cue] }),
    );
    expect(new Set(hashes).size).toBe(3);
  });

  it('is kept by hashes that stay as they are: with others nothing that was ever said would hold', () => {
    expect([HASH, contentHashOf(CUT)]).toEqual([
      '92d2f9fc21657a73d28bbe11fa22f9c485f93b2c13f82f299aaef582e1b4addb',
      '189063c678363e1c837d1c496134f542ab71fd00251bfdcd97feec64b385a4fa',
    ]);
    const lines = [
      { start: 0, end: 1.5, text: 'I climbed.' },
      { start: 1.5, end: 2, text: 'So.', form: 2 as const },
    ];
    const whole = { ...CUT, cues: lines, picture: 'cd', chosenSentence: 'I climbed.' };
    expect([cutHashOf(whole), contentHashOf(whole)]).toEqual([
      '7d27dd95884c8c8c3d204621d2f802aeaab155e1bd4e492c6cf207e42e55fede',
      '24056a39792306b9dfdf90e7969e2b2345c77ca92974b795e59d32a35799f6e6',
    ]);
  });

  it('counts the mails about this cut alone', () => {
    expect(releaseStateOf({ ...STANDING, asked: { another: 3 } }).asked).toBe(0);
    expect(releaseStateOf({ ...STANDING, asked: { another: 3, [HASH]: 1 } }).asked).toBe(1);
  });
});

describe('the limits of a yes', () => {
  const [day, later] = ['2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z'];
  it.each<[string[], Partial<StoredRelease>]>([
    [[], { uses: ['social', 'archive'] }],
    [[], { uses: [] }],
    [['not for the archive'], { uses: ['social'] }],
    [['only with the link'], { linkOnly: true }],
    [[`not before ${later}`], { publicFrom: later }],
    [[`not before ${day}`, `not after ${day}`], { publicFrom: day, publicUntil: day }],
  ])('are %j with %j', (limits, terms) => expect(limitsOf(said(terms))).toEqual(limits));

  it('do not hold its first day once that has come', () => {
    const at = Date.parse(day);
    expect(limitsOf(said({ publicFrom: day }), at)).toEqual([]);
    expect(limitsOf(said({ publicFrom: later }), at)).toEqual([`not before ${later}`]);
  });
});
