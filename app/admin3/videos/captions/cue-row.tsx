import { Combine, Scissors } from 'lucide-react';
import { type Dispatch, type KeyboardEvent, memo, useEffect, useRef } from 'react';
import { CUE_TEXT_MAX_LENGTH } from '../../../../api/contract/common/limits.js';
import { SHORT_FORMS, type ShortForm } from '../../../../api/contract/transcripts/short-forms.js';
import { Button } from '../../../shared/ui/button.js';
import { CUE_MESSAGES as MESSAGES, DRAFT_MESSAGES } from '../../common/admin3.messages.js';
import { type CueEditorAction, type CuePlace, cueTime, type EditorCue } from './cue-editor.js';
import { type CueKey, cueKey } from './cue-keys.js';

interface CueRowProps {
  cue: EditorCue;
  number: number;
  /** It is what the video says right now. */
  isSaid: boolean;
  /** It is the line that is being edited. */
  isCurrent: boolean;
  /** Given when the keyboard is to come here. */
  place: CuePlace | null;
  dispatch: Dispatch<CueEditorAction>;
  onReached: (cue: EditorCue) => void;
  /** Null of a video that only its host can play. */
  onPlay: ((cue: EditorCue) => void) | null;
}

/** One timed line: its time, which plays it, and its words. */
export const CueRow = memo(function CueRow({
  cue,
  number,
  isSaid,
  isCurrent,
  place,
  dispatch,
  onReached,
  onPlay,
}: CueRowProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { id, start, end, text } = cue;

  useEffect(() => {
    if (!place) return;
    field.current?.focus();
    field.current?.setSelectionRange(place.caret, place.caret);
  }, [place]);
  useEffect(() => {
    if (isSaid) field.current?.closest('li')?.scrollIntoView({ block: 'nearest' });
  }, [isSaid]);

  const act: Record<CueKey, (at: number) => void> = {
    split: (at) => dispatch({ type: 'split', id, caret: at }),
    merge: () => dispatch({ type: 'merged', id }),
    'merge back': () => dispatch({ type: 'merged back', id }),
    up: () => dispatch({ type: 'moved', id, by: -1 }),
    down: () => dispatch({ type: 'moved', id, by: 1 }),
    play: () => onPlay?.(cue),
    save: () => field.current?.form?.requestSubmit(),
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart: from, selectionEnd: to } = event.currentTarget;
    const meaning = event.nativeEvent.isComposing ? null : cueKey(event, { text, from, to });
    if (!meaning) return;
    event.preventDefault();
    act[meaning](from);
  };
  return (
    <li
      data-said={isSaid || undefined}
      className="grid grid-cols-[4rem_minmax(0,1fr)] sm:grid-cols-[5.5rem_minmax(0,1fr)_auto] items-start gap-x-2 gap-y-1 rounded-control p-1.5 data-said:bg-raised"
    >
      <button
        type="button"
        className="button justify-start px-1 text-sm sm:px-2 font-normal tabular-nums"
        data-variant="quiet"
        data-size="compact"
        aria-label={MESSAGES.play(cueTime(start), cueTime(end))}
        disabled={!onPlay}
        onClick={() => onPlay?.(cue)}
      >
        {cueTime(start)}
      </button>
      <textarea
        ref={field}
        rows={text.split('\n').length}
        value={text}
        dir="auto"
        maxLength={CUE_TEXT_MAX_LENGTH}
        className="input field-sizing-content min-h-10 resize-none py-1.5"
        aria-label={MESSAGES.line(number, cueTime(start), cueTime(end))}
        onChange={({ target }) => dispatch({ type: 'typed', id, text: target.value })}
        onFocus={() => onReached(cue)}
        onKeyDown={onKeyDown}
      />
      <select
        value={cue.form ?? ''}
        aria-label={MESSAGES.form(number)}
        className="input col-start-2 w-fit min-h-10 py-1 text-sm sm:col-start-3 data-chosen:border-accent"
        data-chosen={cue.form === undefined ? undefined : ''}
        onChange={({ target }) => dispatch({ type: 'chosen', id, form: toShortForm(target.value) })}
      >
        <option value="">{MESSAGES.forms.whole}</option>
        {SHORT_FORMS.toReversed().map((minutes) => (
          <option key={minutes} value={minutes}>
            {MESSAGES.forms[minutes]}
          </option>
        ))}
      </select>
      {cue.doubt && <p className="col-start-2 text-sm text-warn">{DRAFT_MESSAGES.doubts[cue.doubt]}</p>}
      {isCurrent && (
        <div className="col-start-2 flex flex-wrap gap-2">
          <Button variant="quiet" size="compact" onClick={() => act.split(field.current?.selectionStart ?? 0)}>
            <Scissors size={16} aria-hidden />
            {MESSAGES.split}
          </Button>
          <Button variant="quiet" size="compact" onClick={() => act.merge(0)}>
            <Combine size={16} aria-hidden />
            {MESSAGES.merge}
          </Button>
        </div>
      )}
    </li>
  );
});

function toShortForm(value: string): ShortForm | undefined {
  return SHORT_FORMS.find((minutes) => String(minutes) === value);
}
