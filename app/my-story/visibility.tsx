import { ExternalLink, EyeOff } from 'lucide-react';
import type { MyStory } from '../../api/contract/stories/my-story.js';
import { saidBy } from '../shared/http/http-error.js';
import { shortDate } from '../shared/text/format.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { STATE_MESSAGES as TEXT, WITHDRAW_MESSAGES } from './my-story.messages.js';
import { useOwnChange } from './use-my-story.js';

/** Whether the public sees the story, and the one press that ends it for now. */
export function Visibility({ story }: { story: MyStory }) {
  const hide = useOwnChange({ path: '/hide' });
  const show = useOwnChange({ path: '/show' });
  const isWithdrawn = story.withdrawnAt !== null;
  const isHidden = story.hiddenAt !== null;
  const error = (isHidden ? null : hide.error) ?? (isHidden ? show.error : null);
  return (
    <section aria-labelledby="my-story-visibility" className="grid gap-4 rounded-card bg-surface p-5 sm:p-6">
      <h2 id="my-story-visibility" className="text-xl">
        {TEXT.heading}
      </h2>
      <StatusLine tone={isHidden || isWithdrawn ? 'warn' : 'muted'} className="measure">
        {stateText(story)}
      </StatusLine>
      <div className="flex flex-wrap items-center gap-3 empty:hidden">
        {isWithdrawn ? null : isHidden ? (
          <Button variant="outline" pending={show.isPending} pendingLabel={TEXT.showing} onClick={() => show.mutate()}>
            {TEXT.show}
          </Button>
        ) : (
          <Button
            variant={story.storyPath === null ? 'outline' : 'primary'}
            pending={hide.isPending}
            pendingLabel={TEXT.hiding}
            onClick={() => hide.mutate()}
          >
            <EyeOff size={20} aria-hidden />
            {TEXT.hide}
          </Button>
        )}
        {story.storyPath !== null && (
          <a href={story.storyPath} className="button" data-variant="outline">
            <ExternalLink size={20} aria-hidden />
            {TEXT.open}
          </a>
        )}
      </div>
      {!isHidden && !isWithdrawn && (
        <p className="measure text-sm text-muted">{story.storyPath === null ? TEXT.hideAheadHint : TEXT.hideHint}</p>
      )}
      {error && (
        <p role="alert" className="text-danger">
          {saidBy(error, WITHDRAW_MESSAGES.failed)}
        </p>
      )}
    </section>
  );
}

function stateText({ hiddenAt, withdrawnAt, storyPath, videos, isUnlisted }: MyStory): string {
  if (withdrawnAt !== null) return TEXT.withdrawn(shortDate(withdrawnAt));
  if (hiddenAt !== null) return TEXT.hidden(shortDate(hiddenAt));
  const [first] = videos.flatMap(({ isPublic, approvedAt }) => (isPublic && approvedAt ? approvedAt : [])).toSorted();
  if (first === undefined) return storyPath === null ? TEXT.private : TEXT.publicNow;
  return isUnlisted ? TEXT.unlisted(shortDate(first)) : TEXT.public(shortDate(first));
}
