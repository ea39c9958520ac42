import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { LIST_MESSAGES as MESSAGES } from './admin2.messages.js';

interface RedirectListStateProps {
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'refetch'>;
}

/** What stands in the place of a list without redirects. */
export function RedirectListState({ query }: RedirectListStateProps) {
  if (query.isPending) {
    return (
      <div className="border-t border-line py-4">
        <StatusLine className="sr-only">{MESSAGES.loading}</StatusLine>
        <div aria-hidden className="grid gap-3">
          <div className="h-5 w-1/3 rounded-control bg-raised" />
          <div className="h-4 w-2/3 rounded-control bg-raised" />
        </div>
      </div>
    );
  }
  if (query.isError) {
    return (
      <div className="grid justify-items-start gap-3 border-t border-line py-4">
        <StatusLine tone="danger">{MESSAGES.loadFailed}</StatusLine>
        <Button variant="outline" onClick={() => void query.refetch()}>
          {MESSAGES.tryAgain}
        </Button>
      </div>
    );
  }
  return (
    <div className="border-t border-line py-4">
      <p>{MESSAGES.empty}</p>
      <p className="text-muted">{MESSAGES.emptyHint}</p>
    </div>
  );
}
