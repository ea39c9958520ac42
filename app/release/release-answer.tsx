import { type RefObject, useId, useRef, useState } from 'react';
import { RELEASE_WORDS, type OwnCut, type ReleaseRequest } from '../../api/contract/videos/releases.js';
import { saidBy } from '../shared/http/http-error.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { useKeptFocus } from '../shared/ui/use-kept-focus.js';
import { useLeaveGuard } from '../shared/ui/use-leave-guard.js';
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
  /** Shows the cut as it is now, where it has changed since it was shown: until then only a no can be said to it. */
  onWatchAgain: (() => void) | null;
}

/** Yes, please change, or no. A yes takes two presses; a no takes one. */
export function ReleaseAnswer({ cut, answer, player, level, onWatchAgain }: ReleaseAnswerProps) {
  const Heading = `h${level}` as const;
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, release } = cut;
  const { standing, cutHash } = release;
  const [asked, setAsked] = useState<{ form: 'yes' | 'change'; cutHash: string } | null>(null);
  // Written for a cut that has changed since, it may be meant for the new one as well.
  const [wish, setWish] = useState('');
  useLeaveGuard(wish.trim() !== '');
  // Of another cut it is another question.
  const asking = asked?.cutHash === cutHash ? asked.form : null;
  const ask = (form: 'yes' | 'change') => setAsked({ form, cutHash });
  const isWritten = cut.videoUrl === null;
  const words = RELEASE_WORDS[isWritten ? 'chapter' : 'film'];
  const close = () => setAsked(null);
  const closeWish = () => {
    close();
    setWish('');
  };
  const say = (said: Omit<ReleaseRequest, 'cutHash'>) => answer.mutate({ cutHash, ...said }, { onSuccess: closeWish });
  const said = answer.variables?.decision;
  useKeptFocus(heading, `${asking} ${standing} ${onWatchAgain === null}`);
  return (
    <section aria-labelledby={headingId} className="grid justify-items-start gap-3 border-t border-line pt-4">
      <Heading id={headingId} ref={heading} tabIndex={-1} className="font-sans text-base font-semibold outline-none">
        {TEXT.heading}
      </Heading>
      <p className="text-sm">{saidOf(cut)}</p>
      <p className="measure text-sm text-muted">{words.scope}</p>
      {onWatchAgain && (
        <StatusLine tone="warn" className="measure">
          {isWritten ? TEXT.changedWords : TEXT.changed}
        </StatusLine>
      )}
      {asking === 'yes' && <YesForm cut={cut} level={level} pending={answer.isPending} onSend={say} onClose={close} />}
      {asking === 'change' && (
        <ChangeForm
          cut={cut}
          player={player}
          words={wish}
          onWords={setWish}
          pending={answer.isPending}
          onSend={say}
          onClose={closeWish}
        />
      )}
      {asking === null && (
        <div className="flex flex-wrap gap-3">
          {onWatchAgain ? (
            <Button variant="outline" onClick={onWatchAgain}>
              {TEXT.watchAgain}
            </Button>
          ) : (
            <>
              <Button aria-description={title} disabled={answer.isPending} onClick={() => ask('yes')}>
                {standing === 'yes' ? TEXT.yesOtherwise : TEXT.yes}
              </Button>
              <Button
                variant="outline"
                aria-description={title}
                disabled={answer.isPending}
                onClick={() => ask('change')}
              >
                {TEXT.change}
              </Button>
            </>
          )}
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
        {answer.isSuccess && said ? TEXT.done[said] : answer.isError && saidBy(answer.error, TEXT.failed)}
      </StatusLine>
    </section>
  );
}
