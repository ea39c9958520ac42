import { shortDateTime } from '../../shared/text/format.js';
import { LoadFailure } from '../../shared/ui/load-failure.js';
import { WISHES_MESSAGES as MESSAGES } from '../common/admin.messages.js';
import { useUserWishes } from './sent-requests.js';

/** What a person wishes for their story when they cannot decide any more. Nothing where they have said nothing. */
export function WishesSection({ userId }: { userId: string }) {
  const { data, isError, refetch } = useUserWishes(userId);
  if (isError && !data) return <LoadFailure text={MESSAGES.failed} onTryAgain={() => void refetch()} />;
  if (!data?.wishes) return null;
  const { words, contactName, contact, changedAt } = data.wishes;
  return (
    <section aria-labelledby="wishes" className="mt-8 grid gap-3 border-t border-line pt-6">
      <h3 id="wishes" className="text-lg">
        {MESSAGES.heading}
      </h3>
      {words !== '' && (
        <p dir="auto" className="measure font-serif whitespace-pre-wrap wrap-anywhere">
          {words}
        </p>
      )}
      {contactName + contact !== '' && (
        <p className="measure wrap-anywhere">
          {MESSAGES.ask} <bdi>{[contactName, contact].filter(Boolean).join(', ')}</bdi>
        </p>
      )}
      <p className="text-sm text-muted tabular-nums">{MESSAGES.writtenDown(shortDateTime(changedAt))}</p>
    </section>
  );
}
