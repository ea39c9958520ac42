import { type Arbitrary, array, assert, constantFrom, integer, oneof, property } from 'fast-check';
import { cueEditor, type CueEditorAction, cueTime, editedCues, openCueEditor } from './cue-editor.js';

const CUES = [
  { start: 1, end: 3, text: 'I loved to run' },
  { start: 4, end: 5, text: 'and to sing' },
];
const after = (...actions: CueEditorAction[]) => actions.reduce(cueEditor, openCueEditor(CUES));
const letters = (cues: readonly { text: string }[]) => cues.map(({ text }) => text.replace(/\s/g, '')).join('');

describe('cueEditor', () => {
  it('changes words within their times', () => {
    const state = after({ type: 'typed', id: 2, text: 'and to dance' });
    expect(editedCues(state)).toEqual([CUES[0], { start: 4, end: 5, text: 'and to dance' }]);
    expect(state.isChanged).toBe(true);
  });

  it('is unchanged until something is done', () => {
    expect(after().isChanged).toBe(false);
    expect(after({ type: 'moved', id: 1, by: 1 }).isChanged).toBe(false);
  });

  it('splits at the caret and divides the time as the letters', () => {
    const state = after({ type: 'split', id: 1, caret: 7 });
    expect(editedCues(state)).toEqual([
      { start: 1, end: 2.077, text: 'I loved' },
      { start: 2.077, end: 3, text: 'to run' },
      CUES[1],
    ]);
    expect(state.place).toEqual({ id: 3, caret: 0 });
  });

  it('merges with the next line, and with the one before', () => {
    const merged = [{ start: 1, end: 5, text: 'I loved to run and to sing' }];
    expect(editedCues(after({ type: 'merged', id: 1 }))).toEqual(merged);
    expect(editedCues(after({ type: 'merged back', id: 2 }))).toEqual(merged);
    expect(after({ type: 'merged back', id: 2 }).place).toEqual({ id: 1, caret: 15 });
  });

  it('keeps the later end of lines that overlap', () => {
    const overlapping = openCueEditor([
      { start: 1, end: 9, text: 'a' },
      { start: 2, end: 3, text: 'b' },
    ]);
    expect(editedCues(cueEditor(overlapping, { type: 'merged', id: 1 }))).toEqual([{ start: 1, end: 9, text: 'a b' }]);
  });

  it('keeps what was chosen for a short form through splits, and the shorter one of two merged lines', () => {
    const chosen = after({ type: 'chosen', id: 1, form: 10 }, { type: 'chosen', id: 2, form: 2 });
    expect(editedCues(chosen).map(({ form }) => form)).toEqual([10, 2]);
    expect(editedCues(cueEditor(chosen, { type: 'split', id: 1, caret: 7 })).map(({ form }) => form)).toEqual([
      10, 10, 2,
    ]);
    expect(editedCues(cueEditor(chosen, { type: 'merged', id: 1 }))).toMatchObject([{ form: 2 }]);
    expect(editedCues(cueEditor(chosen, { type: 'chosen', id: 1, form: undefined }))[0]).toEqual(CUES[0]);
  });

  it('moves the keyboard from line to line', () => {
    expect(after({ type: 'moved', id: 1, by: 1 }).place).toEqual({ id: 2, caret: 0 });
    expect(after({ type: 'moved', id: 2, by: -1 }).place).toEqual({ id: 1, caret: 0 });
    expect(after({ type: 'moved', id: 2, by: 1 }).place).toBeNull();
  });

  it('takes splits and merges back, the last one first', () => {
    const state = after({ type: 'split', id: 1, caret: 7 }, { type: 'merged', id: 3 });
    expect(editedCues(cueEditor(state, { type: 'undone' }))).toHaveLength(3);
    expect(editedCues([1, 2, 3].reduce((undone) => cueEditor(undone, { type: 'undone' }), state))).toEqual(CUES);
  });

  it('keeps a doubt until the line is typed in', () => {
    const doubtful = openCueEditor([CUES[0]!, { ...CUES[1]!, doubt: 'unsure' }]);
    const doubts = (...actions: CueEditorAction[]) =>
      actions.reduce(cueEditor, doubtful).cues.map(({ doubt }) => doubt ?? null);
    expect(doubts({ type: 'split', id: 2, caret: 4 })).toEqual([null, 'unsure', 'unsure']);
    expect(doubts({ type: 'merged', id: 1 })).toEqual(['unsure']);
    expect(doubts({ type: 'typed', id: 2, text: 'and to sing!' })).toEqual([null, null]);
  });

  it('takes nothing back that would lose what was typed since', () => {
    const state = after({ type: 'split', id: 1, caret: 7 }, { type: 'typed', id: 3, text: 'to walk' });
    expect(cueEditor(state, { type: 'undone' })).toBe(state);
  });

  it('leaves out a line whose words were taken out', () =>
    expect(editedCues(after({ type: 'typed', id: 1, text: ' ' }))).toEqual([CUES[1]]));

  it('loses no word and no time, whatever is split and merged', () => {
    const ids = integer({ min: 0, max: 6 });
    const action: Arbitrary<CueEditorAction> = oneof(
      ids.chain((id) => integer({ min: 0, max: 20 }).map((caret): CueEditorAction => ({ type: 'split', id, caret }))),
      ids.chain((id) =>
        constantFrom<CueEditorAction>({ type: 'merged', id }, { type: 'merged back', id }, { type: 'undone' }),
      ),
    );
    assert(
      property(array(action), (actions) => {
        const cues = editedCues(after(...actions));
        expect(letters(cues)).toBe(letters(CUES));
        expect([cues[0]?.start, cues.at(-1)?.end]).toEqual([1, 5]);
        for (const { start, end } of cues) expect(end).toBeGreaterThan(start);
      }),
    );
  });

  describe('refuses', () => {
    it.each<CueEditorAction>([
      { type: 'split', id: 1, caret: 0 },
      { type: 'split', id: 1, caret: 14 },
      { type: 'split', id: 9, caret: 1 },
      { type: 'merged', id: 2 },
      { type: 'merged back', id: 1 },
      { type: 'undone' },
    ])('%j, which would make nothing of something', (action) => expect(after(action)).toEqual(after()));

    it('to split what is too short to be read', () => {
      const short = openCueEditor([{ start: 1, end: 1.001, text: 'a b' }]);
      expect(cueEditor(short, { type: 'split', id: 1, caret: 2 })).toBe(short);
    });
  });
});

describe('cueTime', () => {
  it.each([
    [0, '0:00.0'],
    [1.25, '0:01.2'],
    [59.999, '0:59.9'],
    [60, '1:00.0'],
    [3661.5, '1:01:01.5'],
  ])('writes %d seconds as %s', (seconds, text) => expect(cueTime(seconds)).toBe(text));

  describe('refuses', () => {
    it('to round a time up into the next second', () => expect(cueTime(0.9996)).toBe('0:01.0'));
  });
});
