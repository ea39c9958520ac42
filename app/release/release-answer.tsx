import { type RefObject, useId, useState } from 'react';
import { RELEASE_WORDS, type OwnCut, type ReleaseRequest } from '../../api/contract/releases.js';
import { HttpError } from '../shared/http/http-error.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { ChangeForm } from './change-form.js';
import type { HeadingLevel, SendAnswer } from './own-cut.js';
import { RELEASE_MESSAGES as TEXT } from './release.messages.js';
import { saidOf } from './said-of.js';
import { YesForm } from './yes-form.js';

interface ReleaseAnswerProps {
  cut: OwnCut;
  answer: SendAnswer;
  player: RefObject<HTMLVideoElement | null>;
  level: HeadingLevel;
}

/** Yes, please change, or no. A yes takes two presses; a no takes one. */
export function ReleaseAnswer({ cut, answer, player, level }: ReleaseAnswerProps) {
  const Heading = `h${level}` as const;
  const headingId = useId();
  const [asking, setAsking] = useState<'yes' | 'change' | null>(null);
  const { title, release } = cut;
  const words = RELEASE_WORDS[cut.videoUrl === null ? 'chapter' : 'film'];
  const { standing, cutHash } = release;
  const say = (said: Omit<ReleaseRequest, 'cutHash'>) =>
    answer.mutate({ cutHash, ...said }, { onSuccess: () => setAsking(null) });
  const said = answer.variables?.decision;
  const close = () => setAsking(null);
  return (
    <section aria-labelledby={headingId} className="grid justify-items-start gap-3 border-t border-line pt-4">
      <Heading id={headingId} className="font-sans text-base font-semibold">
        {TEXT.heading}
      </Heading>
      <p className="text-sm">{saidOf(cut)}</p>
      <p className="measure text-sm text-muted">{words.scope}</p>
      {asking === 'yes' && <YesForm cut={cut} level={level} pending={answer.isPending} onSend={say} onClose={close} />}
      {asking === 'change' && (
        <ChangeForm cut={cut} player={player} pending={answer.isPending} onSend={say} onClose={close} />
      )}
      {asking === null && (
        <div className="flex flex-wrap gap-3">
          <Button aria-description={title} disabled={answer.isPending} onClick={() => setAsking('yes')}>
            {standing === 'yes' ? TEXT.yesOtherwise : TEXT.yes}
          </Button>
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
              aria-description={words.no}
              pending={answer.isPending && said === 'no'}
              pendingLabel={TEXT.pending}
              onClick={() => say({ decision: 'no' })}
            >
              {TEXT.no}
            </Button>
          )}
        </div>
      )}
      <StatusLine tone={answer.isError ? 'danger' : 'good'} className="measure">
        {answer.isSuccess && said ? TEXT.done[said] : answer.isError && failureOf(answer.error)}
      </StatusLine>
    </section>
  );
}

/** In the server's words where it has some. */
function failureOf(error: Error): string {
  return (error instanceof HttpError && error.serverMessage) || TEXT.failed;
}
