import { type FormEvent, useId, useState } from 'react';
import { RELEASE_WORDS_MAX_LENGTH } from '../../api/contract/limits.js';
import type { OwnVideo } from '../../api/contract/my-story.js';
import { RELEASE_WORDS, type ReleaseDecision, type ReleaseRequest } from '../../api/contract/releases.js';
import { Button } from '../shared/ui/button.js';
import { ConfirmDialog } from '../shared/ui/confirm-dialog.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { TextArea } from '../shared/ui/text-field.js';
import { RELEASE_MESSAGES as TEXT } from './my-story.messages.js';
import { day, failureText, useOwnChange } from './use-my-story.js';

/** The words of a finished cut beside it, and what its person says to exactly these. */
export function OwnCut({ video }: { video: OwnVideo }) {
  const [watched, setWatched] = useState(video);
  const isChanged = watched.release.cutHash !== video.release.cutHash;
  return (
    <div className="grid content-start gap-5">
      <CutWords video={watched} />
      {isChanged ? (
        <div className="grid justify-items-start gap-3">
          <StatusLine tone="warn" className="measure">
            {TEXT.changed}
          </StatusLine>
          <Button variant="outline" onClick={() => setWatched(video)}>
            {TEXT.watchAgain}
          </Button>
        </div>
      ) : (
        <ReleaseAnswer video={video} />
      )}
    </div>
  );
}

function CutWords({ video: { title, shownName, description, transcript } }: { video: OwnVideo }) {
  return (
    <div className="grid content-start gap-2">
      <p dir="auto" className="measure font-semibold wrap-anywhere">
        {title}
      </p>
      <p dir="auto" className="text-sm text-muted wrap-anywhere">
        {TEXT.shownName(shownName)}
      </p>
      {description !== '' && (
        <p dir="auto" className="measure wrap-anywhere">
          {description}
        </p>
      )}
      <h4 className="font-sans text-sm font-semibold">{TEXT.transcript}</h4>
      {transcript === '' ? (
        <p className="text-muted">{TEXT.noTranscript}</p>
      ) : (
        <p dir="auto" className="measure font-serif whitespace-pre-line wrap-anywhere">
          {transcript}
        </p>
      )}
    </div>
  );
}

function ReleaseAnswer({ video: { id, title, release } }: { video: OwnVideo }) {
  const headingId = useId();
  const [asking, setAsking] = useState<'yes' | 'change' | null>(null);
  const answer = useOwnChange<ReleaseRequest>({ path: `/videos/${id}/release` });
  const { standing, cutHash } = release;
  const say = (decision: ReleaseDecision, words?: string) =>
    answer.mutate({ cutHash, decision, words }, { onSettled: () => setAsking(null) });
  const said = answer.variables?.decision;
  return (
    <section aria-labelledby={headingId} className="grid justify-items-start gap-3 border-t border-line pt-4">
      <h4 id={headingId} className="font-sans text-base font-semibold">
        {TEXT.heading}
      </h4>
      <p className="measure text-sm text-muted">{RELEASE_WORDS.scope}</p>
      {asking === 'change' ? (
        <ChangeForm
          pending={answer.isPending}
          onSend={(words) => say('change', words)}
          onClose={() => setAsking(null)}
        />
      ) : (
        <div className="flex flex-wrap gap-3">
          {standing !== 'yes' && (
            <Button aria-description={title} disabled={answer.isPending} onClick={() => setAsking('yes')}>
              {TEXT.yes}
            </Button>
          )}
          <Button
            variant="outline"
            aria-description={title}
            disabled={answer.isPending}
            onClick={() => setAsking('change')}
          >
            {TEXT.change}
          </Button>
          {standing !== 'no' && (
            <Button
              variant="danger"
              aria-description={RELEASE_WORDS.no}
              pending={answer.isPending && said === 'no'}
              pendingLabel={TEXT.pending}
              onClick={() => say('no')}
            >
              {TEXT.no}
            </Button>
          )}
        </div>
      )}
      <StatusLine tone={answer.isError ? 'danger' : 'good'} className="measure">
        {answer.isSuccess && said ? TEXT.done[said] : failureText(answer.error, TEXT.failed)}
      </StatusLine>
      <ConfirmDialog
        open={asking === 'yes'}
        onOpenChange={(isOpen) => !isOpen && setAsking(null)}
        title={TEXT.confirmTitle}
        description={`${RELEASE_WORDS.yes} ${RELEASE_WORDS.scope}`}
        confirmLabel={TEXT.confirm}
        cancelLabel={TEXT.cancel}
        pending={answer.isPending}
        pendingLabel={TEXT.pending}
        onConfirm={() => say('yes')}
      />
    </section>
  );
}

interface ChangeFormProps {
  pending: boolean;
  onSend: (words: string) => void;
  onClose: () => void;
}

function ChangeForm({ pending, onSend, onClose }: ChangeFormProps) {
  const [words, setWords] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend(words);
  };
  return (
    <form onSubmit={send} className="grid w-full max-w-prose gap-3">
      <TextArea
        label={TEXT.changeLabel}
        hint={TEXT.changeHint}
        maxLength={RELEASE_WORDS_MAX_LENGTH}
        required
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
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

export function saidOf({ release: { standing, at } }: OwnVideo): string {
  if (standing === 'none' || standing === 'outdated' || at === null) {
    return standing === 'outdated' ? TEXT.standing.outdated : TEXT.standing.none;
  }
  return TEXT.standing[standing](day(at));
}
