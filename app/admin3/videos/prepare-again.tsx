import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { tellFailure } from '../../admin-gate/tell-failure.js';
import { Button } from '../../shared/ui/button.js';
import { toast } from '../../shared/ui/toast-store.js';
import { LIST_MESSAGES as MESSAGES } from '../common/admin3.messages.js';
import { usePrepareAgain } from '../common/showcase-mutations.js';

/** Another try at a video of which nothing could be made: the reason may have been this machine after all. */
export function PrepareAgain({ video: { id, title } }: { video: ShowcaseVideo }) {
  const { mutateAsync, isPending } = usePrepareAgain();
  const tryAgain = async () => {
    try {
      await mutateAsync(id);
      toast({ title: MESSAGES.preparingAgain(title) });
    } catch (error) {
      tellFailure(error, MESSAGES.prepareAgainFailed, MESSAGES.prepareAgainFailedHint);
    }
  };
  return (
    <Button variant="quiet" size="compact" pending={isPending} onClick={() => void tryAgain()}>
      {MESSAGES.prepareAgain}
      <span className="sr-only"> {title}</span>
    </Button>
  );
}
