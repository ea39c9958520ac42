import { RELEASE_MAILS_MAX, type ReleaseState } from '../../../api/contract/releases.js';
import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { tellFailure } from '../../admin-gate/failures.js';
import { shortDateTime } from '../../shared/text/format.js';
import { Button } from '../../shared/ui/button.js';
import { toast } from '../../shared/ui/toast-store.js';
import { RELEASE_MESSAGES as MESSAGES } from '../common/admin3.messages.js';
import { useAskForRelease } from '../common/video-requests.js';

const TONES = { none: 'text-muted', outdated: 'text-warn', yes: 'text-good', change: 'text-warn', no: 'text-danger' };

/** What its person has said to a video as it is, and the way to ask them. */
export function ReleaseLine({ video, describedBy }: { video: ShowcaseVideo; describedBy: string }) {
  const { release, user, id } = video;
  const { standing, asked } = release;
  const { mutateAsync, isPending } = useAskForRelease();
  const ask = async () => {
    try {
      await mutateAsync(id);
      toast({ title: MESSAGES.sent(user.firstName) });
    } catch (error) {
      tellFailure(error, MESSAGES.failed, MESSAGES.failedHint);
    }
  };
  const isOpen = standing === 'none' || standing === 'outdated';
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <p className={`measure text-sm wrap-anywhere tabular-nums ${TONES[standing]}`}>
        {textOf(release)} {isOpen && asked > 0 && MESSAGES.asked(asked)}
      </p>
      {isOpen && asked < RELEASE_MAILS_MAX && (
        <Button
          variant="quiet"
          size="compact"
          aria-describedby={describedBy}
          pending={isPending}
          pendingLabel={MESSAGES.asking}
          onClick={() => void ask()}
        >
          {asked === 0 ? MESSAGES.ask : MESSAGES.remind}
        </Button>
      )}
    </div>
  );
}

function textOf({ standing, at, words }: ReleaseState): string {
  if (standing === 'none' || at === null) return MESSAGES.none;
  return MESSAGES[standing](shortDateTime(at), words);
}
