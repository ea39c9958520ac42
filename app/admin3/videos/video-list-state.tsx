import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '../../shared/ui/button.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { LIST_MESSAGES as MESSAGES } from '../common/admin3.messages.js';

interface VideoListStateProps {
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'refetch'>;
  texts: { empty: string; emptyHint: string };
}

/** What stands in the place of a list without videos: its shape while loading, a failure, or what will appear here. */
export function VideoListState({ query, texts }: VideoListStateProps) {
  if (query.isPending) return <Skeleton />;
  if (query.isError) {
    return (
      <div className="grid justify-items-start gap-3 border-t border-line py-5">
        <StatusLine tone="danger">{MESSAGES.loadFailed}</StatusLine>
        <Button variant="outline" onClick={() => void query.refetch()}>
          {MESSAGES.tryAgain}
        </Button>
      </div>
    );
  }
  return (
    <div className="border-t border-line py-5">
      <p>{texts.empty}</p>
      <p className="text-muted">{texts.emptyHint}</p>
    </div>
  );
}

function Skeleton() {
  return (
    <div className="border-t border-line py-5">
      <StatusLine className="sr-only">{MESSAGES.loading}</StatusLine>
      <div aria-hidden className="grid gap-3">
        <div className="h-5 w-1/3 rounded-control bg-raised" />
        <div className="h-4 w-1/2 rounded-control bg-raised" />
        <div className="h-4 w-2/3 rounded-control bg-raised" />
      </div>
    </div>
  );
}
