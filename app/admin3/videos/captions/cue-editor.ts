import type { TranscriptCue } from '../../../../api/contract/transcripts/cues.js';
import type { ShortForm } from '../../../../api/contract/transcripts/short-forms.js';
import type { CueDoubt } from '../../../../api/contract/transcripts/transcript-drafts.js';

/** A timed line while it is edited. */
export interface EditorCue extends TranscriptCue {
  /** Given by the editor, never used twice. */
  id: number;
  /** Why it should be listened to; a line that was typed in is checked. */
  doubt?: CueDoubt | null;
}

/** Where the keyboard goes after a change. */
export interface CuePlace {
  id: number;
  /** Characters before the caret. */
  caret: number;
}

interface CueEditorState {
  cues: readonly EditorCue[];
  lastId: number;
  /** Null: the keyboard stays where it is. */
  place: CuePlace | null;
  /** What the lines were before the last splits and merges, the latest first. */
  past: readonly (readonly EditorCue[])[];
  isChanged: boolean;
}

export type CueEditorAction =
  | { type: 'typed'; id: number; text: string }
  | { type: 'chosen'; id: number; form: ShortForm | undefined }
  | { type: 'split'; id: number; caret: number }
  | { type: 'merged'; id: number }
  | { type: 'merged back'; id: number }
  | { type: 'moved'; id: number; by: 1 | -1 }
  | { type: 'undone' }
  | { type: 'opened'; cues: readonly Omit<EditorCue, 'id'>[]; isChanged: boolean };

/** Half of a line shorter than this could hardly be read. */
const SHORTEST_HALF_MS = 2;

export function openCueEditor(cues: readonly Omit<EditorCue, 'id'>[], isChanged = false): CueEditorState {
  const numbered = cues.map((cue, index) => ({ ...cue, id: index + 1 }));
  return { cues: numbered, lastId: cues.length, place: null, past: [], isChanged };
}

/** Words change within their times; splitting and merging are the only ways to other times. */
export function cueEditor(state: CueEditorState, action: CueEditorAction): CueEditorState {
  switch (action.type) {
    case 'typed':
      return type(state, action.id, action.text);
    case 'chosen':
      return choose(state, action.id, action.form);
    case 'split':
      return split(state, action.id, action.caret);
    case 'merged':
      return merge(state, indexOf(state, action.id));
    case 'merged back':
      return merge(state, indexOf(state, action.id) - 1);
    case 'moved':
      return move(state, indexOf(state, action.id) + action.by);
    case 'undone':
      return undo(state);
    case 'opened':
      return openCueEditor(action.cues, action.isChanged);
  }
}

/** As they are saved: a line whose words were all taken out is none. */
export function editedCues({ cues }: CueEditorState): TranscriptCue[] {
  return cues
    .filter(({ text }) => text.trim() !== '')
    .map(({ start, end, text, form }) => ({ start, end, text, ...(form && { form }) }));
}

function indexOf({ cues }: CueEditorState, id: number): number {
  return cues.findIndex((cue) => cue.id === id);
}

function type(state: CueEditorState, id: number, text: string): CueEditorState {
  const cues = state.cues.map((cue) => (cue.id === id ? { ...cue, text, doubt: null } : cue));
  // Taking a split back would take back what was typed since.
  return { ...state, cues, place: null, past: [], isChanged: true };
}

/** Taking a split back would take back what was chosen since. */
function choose(state: CueEditorState, id: number, form: ShortForm | undefined): CueEditorState {
  const cues = state.cues.map((cue) => (cue.id === id ? { ...cue, form } : cue));
  return { ...state, cues, place: null, past: [], isChanged: true };
}

/** The time is divided as the letters are. Nothing happens where one half would say nothing. */
function split(state: CueEditorState, id: number, caret: number): CueEditorState {
  const index = indexOf(state, id);
  const cue = state.cues[index];
  if (!cue) return state;
  const [before, after] = [cue.text.slice(0, caret).trim(), cue.text.slice(caret).trim()];
  const [start, end] = [Math.round(cue.start * 1000), Math.round(cue.end * 1000)];
  if (before === '' || after === '' || end - start < SHORTEST_HALF_MS) return state;
  const share = before.length / (before.length + after.length);
  const at = Math.min(end - 1, Math.max(start + 1, Math.round(start + (end - start) * share))) / 1000;
  const second = { ...cue, id: state.lastId + 1, start: at, text: after };
  const cues = state.cues.toSpliced(index, 1, { ...cue, end: at, text: before }, second);
  return { ...restructured(state, cues, { id: second.id, caret: 0 }), lastId: second.id };
}

/** The line at this index takes in the one after it. */
function merge(state: CueEditorState, index: number): CueEditorState {
  const [first, second] = [state.cues[index], state.cues[index + 1]];
  if (!first || !second) return state;
  const texts = [first.text.trim(), second.text.trim()].filter((text) => text !== '');
  const merged = {
    ...first,
    end: Math.max(first.end, second.end),
    text: texts.join(' '),
    doubt: first.doubt ?? second.doubt,
    form: first.form && second.form ? (Math.min(first.form, second.form) as ShortForm) : (first.form ?? second.form),
  };
  const place = { id: first.id, caret: texts.length > 1 ? texts[0]!.length + 1 : merged.text.length };
  return restructured(state, state.cues.toSpliced(index, 2, merged), place);
}

function move(state: CueEditorState, index: number): CueEditorState {
  const cue = state.cues[index];
  return cue ? { ...state, place: { id: cue.id, caret: 0 } } : state;
}

function undo(state: CueEditorState): CueEditorState {
  const [cues, ...past] = state.past;
  return cues ? { ...state, cues, past, place: null } : state;
}

function restructured(state: CueEditorState, cues: readonly EditorCue[], place: CuePlace): CueEditorState {
  return { ...state, cues, place, past: [state.cues, ...state.past], isChanged: true };
}

/** "1:02.5": minutes, seconds and tenths, with hours only where there are any. */
export function cueTime(seconds: number): string {
  const tenths = Math.floor(Math.round(seconds * 1000) / 100);
  const [hours, minutes, rest] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60, tenths % 600];
  const tail = `${String(Math.floor(rest / 10)).padStart(2, '0')}.${rest % 10}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}
