import { X } from 'lucide-react';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { clockTime } from '../../api/contract/common/clock-time.js';
import { RELEASE_MARKS_MAX, RELEASE_WORDS_MAX_LENGTH } from '../../api/contract/common/limits.js';
import type { OwnCut, ReleaseMark, ReleaseRequest } from '../../api/contract/videos/releases.js';
import { Button } from '../shared/ui/button.js';
import { TextArea } from '../shared/ui/text-field.js';
import { useLeaveGuard } from '../shared/ui/use-leave-guard.js';
import { RELEASE_MESSAGES as TEXT } from './release.messages.js';
import { timedSentences } from './timed-sentences.js';

interface ChangeFormProps {
  cut: OwnCut;
  player: RefObject<HTMLVideoElement | null>;
  words: string;
  onWords: (words: string) => void;
  pending: boolean;
  onSend: (said: Omit<ReleaseRequest, 'cutHash'>) => void;
  onClose: () => void;
}

/** What is to be changed: in words, by sentences of the transcript, by stretches of the film. Any one of them is enough. */
export function ChangeForm({ cut, player, words, onWords, pending, onSend, onClose }: ChangeFormProps) {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [stretches, setStretches] = useState<ReleaseMark[]>([]);
  const [isEmpty, setIsEmpty] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // Not its field, which would bring up a keyboard over what is to be read.
  useEffect(() => form.current?.focus(), []);
  useLeaveGuard(marked.size + stretches.length > 0);
  const sentences = timedSentences(cut);
  const isFull = marked.size + stretches.length >= RELEASE_MARKS_MAX;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const marks = [...sentences.filter((_, index) => marked.has(index)), ...stretches];
    if (words.trim() === '' && marks.length === 0) return setIsEmpty(true);
    onSend({ decision: 'change', words: words.trim(), ...(marks.length > 0 && { marks }) });
  };
  const toggle = (index: number) => {
    setIsEmpty(false);
    setMarked((before) => {
      const after = new Set(before);
      if (!after.delete(index)) after.add(index);
      return after;
    });
  };
  return (
    <form
      ref={form}
      onSubmit={send}
      tabIndex={-1}
      aria-label={TEXT.change}
      className="grid w-full max-w-prose gap-5 rounded-card bg-surface p-4 outline-none sm:p-5"
    >
      <TextArea
        label={TEXT.changeLabel}
        hint={TEXT.changeHint}
        error={isEmpty ? TEXT.changeMissing : undefined}
        maxLength={RELEASE_WORDS_MAX_LENGTH}
        value={words}
        onChange={({ target }) => {
          setIsEmpty(false);
          onWords(target.value);
        }}
      />
      {sentences.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="pb-2 text-sm font-semibold">{TEXT.markSentences}</legend>
          <ul className="grid max-h-80 gap-2 overflow-y-auto">
            {sentences.map(({ sentence }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- sentences may be the same, and never move
              <li key={index}>
                <button
                  type="button"
                  dir="auto"
                  aria-pressed={marked.has(index)}
                  disabled={isFull && !marked.has(index)}
                  onClick={() => toggle(index)}
                  className="min-h-11 w-full rounded-control border border-line px-3 py-2 text-start font-serif wrap-anywhere aria-pressed:border-warn aria-pressed:bg-raised aria-pressed:line-through"
                >
                  {sentence}
                </button>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      {cut.mimeType !== null && (
        <Stretches
          player={player}
          stretches={stretches}
          isFull={isFull}
          onChange={(changed) => {
            setIsEmpty(false);
            setStretches(changed);
          }}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={pending} pendingLabel={TEXT.pending}>
          {TEXT.sendChange}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {TEXT.closeChange}
        </Button>
      </div>
    </form>
  );
}

interface StretchesProps {
  player: RefObject<HTMLVideoElement | null>;
  stretches: ReleaseMark[];
  isFull: boolean;
  onChange: (stretches: ReleaseMark[]) => void;
}

/** Marked where the film stands: its beginning by one press, its end by another. */
function Stretches({ player, stretches, isFull, onChange }: StretchesProps) {
  const [start, setStart] = useState<number | null>(null);
  const seconds = () => Math.round((player.current?.currentTime ?? 0) * 10) / 10;
  const press = () => {
    const now = seconds();
    if (start === null) return setStart(now);
    // Whoever went back in the film meant the stretch between the two.
    const [from, until] = [Math.min(start, now), Math.max(start, now)];
    setStart(null);
    onChange([...stretches, { sentence: '', start: from, end: Math.max(until, from + 1) }]);
  };
  return (
    <fieldset className="grid justify-items-start gap-2">
      <legend className="pb-1 text-sm font-semibold">{TEXT.markStretches}</legend>
      <p className="text-sm text-muted">{TEXT.stretchHint}</p>
      <ul className="grid gap-1">
        {stretches.map((stretch, index) => {
          const name = TEXT.stretch(clockTime(stretch.start ?? 0), clockTime(stretch.end ?? 0));
          return (
            // oxlint-disable-next-line react/no-array-index-key -- stretches may be the same
            <li key={index} className="flex items-center gap-2 tabular-nums">
              {name}
              <Button
                variant="quiet"
                size="compact"
                aria-label={TEXT.removeStretch(name)}
                onClick={() => onChange(stretches.filter((_, other) => other !== index))}
              >
                <X size={18} aria-hidden />
              </Button>
            </li>
          );
        })}
      </ul>
      <Button variant="outline" disabled={isFull} onClick={press}>
        {start === null ? TEXT.stretchFrom : TEXT.stretchUntil(clockTime(start))}
      </Button>
    </fieldset>
  );
}
