import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { NAME_MAX_LENGTH } from '../../api/contract/common/limits.js';
import {
  type OwnCut,
  RELEASE_USES,
  RELEASE_WORDS,
  type ReleaseRequest,
  type ReleaseUse,
} from '../../api/contract/videos/releases.js';
import { Button } from '../shared/ui/button.js';
import { Checkbox } from '../shared/ui/checkbox.js';
import { endOfDay, startOfDay } from '../shared/text/days.js';
import { TextField } from '../shared/ui/text-field.js';
import { useHalfDays } from '../shared/ui/use-half-days.js';
import type { HeadingLevel } from './own-cut.js';
import { RELEASE_MESSAGES as TEXT } from './release.messages.js';

interface YesFormProps {
  cut: OwnCut;
  /** Of the heading above. */
  level: HeadingLevel;
  pending: boolean;
  onSend: (said: Omit<ReleaseRequest, 'cutHash'>) => void;
  onClose: () => void;
}

/** What the yes is for, each by itself and none set ahead, and its limits for whoever wants some. */
export function YesForm({ cut, level, pending, onSend, onClose }: YesFormProps) {
  const [uses, setUses] = useState<ReleaseUse[]>([]);
  const [linkOnly, setLinkOnly] = useState(false);
  const [firstDay, setFirstDay] = useState('');
  const [lastDay, setLastDay] = useState('');
  const [name, setName] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const halfDays = useHalfDays();
  const [headingId, missingId] = [useId(), useId()];
  const heading = useRef<HTMLHeadingElement>(null);
  const limits = useRef<HTMLDetailsElement>(null);
  const Heading = level === 2 ? 'h3' : 'h5';
  const words = RELEASE_WORDS[cut.videoUrl === null ? 'chapter' : 'film'];
  useEffect(() => heading.current?.focus(), []);

  const toggle = (use: ReleaseUse, isOn: boolean) => {
    setUses((before) => RELEASE_USES.filter((one) => (one === use ? isOn : before.includes(one))));
    setIsMissing(false);
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const half = halfDays.findIn(event.currentTarget);
    if (uses.length === 0) return setIsMissing(true);
    if (half) {
      limits.current!.open = true;
      return half.focus();
    }
    const shownName = name.trim();
    onSend({
      decision: 'yes',
      uses,
      ...(linkOnly && { linkOnly }),
      ...(firstDay !== '' && { publicFrom: startOfDay(firstDay) }),
      ...(lastDay !== '' && { publicUntil: endOfDay(lastDay) }),
      ...(shownName !== '' && shownName !== cut.shownName && { shownName }),
    });
  };
  const setDay = (set: (day: string) => void, day: string) => {
    set(day);
    halfDays.forget();
  };
  return (
    <form
      onSubmit={send}
      noValidate
      aria-labelledby={headingId}
      className="grid w-full max-w-prose gap-4 rounded-card bg-surface p-4 sm:p-5"
    >
      <Heading id={headingId} ref={heading} tabIndex={-1} className="font-serif text-xl outline-none">
        {TEXT.confirmTitle}
      </Heading>
      <fieldset className="grid gap-2" aria-describedby={isMissing ? missingId : undefined}>
        <legend className="pb-1 font-semibold">{TEXT.usesLegend}</legend>
        {RELEASE_USES.map((use) => (
          <Checkbox
            key={use}
            label={words[use]}
            checked={uses.includes(use)}
            onChange={({ target }) => toggle(use, target.checked)}
          />
        ))}
        <p id={missingId} role="alert" className="text-danger">
          {isMissing && TEXT.usesMissing}
        </p>
      </fieldset>
      <details ref={limits} className="border-t border-line pt-3">
        <summary className="min-h-12 cursor-pointer content-center font-semibold">{TEXT.limits}</summary>
        <div className="grid gap-4 pt-2">
          <Checkbox label={words.linkOnly} checked={linkOnly} onChange={({ target }) => setLinkOnly(target.checked)} />
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] items-start gap-4">
            <TextField
              type="date"
              {...halfDays.fieldOf('first-day')}
              label={TEXT.notBefore}
              hint={words.notBefore}
              value={firstDay}
              onChange={({ target }) => setDay(setFirstDay, target.value)}
            />
            <TextField
              type="date"
              {...halfDays.fieldOf('last-day')}
              label={TEXT.notAfter}
              hint={words.notAfter}
              value={lastDay}
              onChange={({ target }) => setDay(setLastDay, target.value)}
            />
          </div>
          <TextField
            label={TEXT.otherName}
            hint={words.otherName}
            value={name}
            maxLength={NAME_MAX_LENGTH}
            placeholder={cut.shownName}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </div>
      </details>
      <p className="text-sm text-muted">{words.yes}</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={pending} pendingLabel={TEXT.pending}>
          {TEXT.confirm}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {TEXT.cancel}
        </Button>
      </div>
    </form>
  );
}
