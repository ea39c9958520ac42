import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DueRemoval, Keeping } from '../../../api/contract/staff/keeping.js';
import { tellFailure } from '../../admin-gate/failures.js';
import { request } from '../../shared/http/request.js';
import { shortDateTime } from '../../shared/text/format.js';
import { Button } from '../../shared/ui/button.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { ListSection, ListState, useListSection } from '../../shared/ui/table/list-section.js';
import { KEEPING_MESSAGES as MESSAGES } from '../common/keeping.messages.js';
import { KEEPING_KEY, useListChange } from '../common/people-requests.js';

const [KEEPING_PATH] = KEEPING_KEY;

/** What is past its time, with the day of its removal, and a way to keep it. */
export function KeepingSection() {
  const query = useQuery<Keeping>({ queryKey: KEEPING_KEY });
  const { data } = query;
  const { section, list, tellDone, tellFailed } = useListSection();
  const waiting = data?.due.filter(({ kept }) => kept === null).length ?? 0;
  return (
    <ListSection
      {...section}
      isSeldom
      texts={MESSAGES}
      count={waiting > 0 ? MESSAGES.count(waiting) : ''}
      isEmpty={false}
    >
      {data && (
        <div className="mb-4 grid gap-2 text-sm text-muted">
          <p>{MESSAGES.periods(data.periods)}</p>
          {data.lastNight && <p>{MESSAGES.lastNight(shortDateTime(data.lastNight.at), data.lastNight.removed)}</p>}
        </div>
      )}
      {data?.lastNight?.stopped != null && waiting > 0 && (
        <Stopped
          count={data.lastNight.stopped}
          waiting={waiting}
          onDone={() => tellDone(MESSAGES.allowed, 0)}
          onFailed={tellFailed}
        />
      )}
      {data && data.due.length > 0 ? (
        <ol ref={list} aria-labelledby={section.headingId} className="border-t border-line text-sm tabular-nums">
          {data.due.map((due, index) => (
            <DueItem
              key={due.id}
              due={due}
              onDone={() => tellDone(MESSAGES.kept(whoseOf(due)), index)}
              onFailed={tellFailed}
            />
          ))}
        </ol>
      ) : (
        <ListState query={query} texts={MESSAGES} />
      )}
    </ListSection>
  );
}

interface TellProps {
  onDone: () => void;
  onFailed: (written: string | null) => void;
}

function Stopped({ count, waiting, onDone, onFailed }: TellProps & { count: number; waiting: number }) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync, isPending } = useAllowRemovals();
  const allow = async () => {
    try {
      await mutateAsync(undefined);
      onDone();
    } catch (error) {
      onFailed(tellFailure(error, MESSAGES.allowFailed, MESSAGES.failedHint));
    }
    setAsking(false);
  };
  return (
    <div className="mb-4 grid justify-items-start gap-3 rounded-card bg-surface p-4">
      <p className="text-warn">{MESSAGES.stopped(count)}</p>
      <Button variant="outline" size="compact" onClick={() => setAsking(true)}>
        {MESSAGES.allow}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={MESSAGES.allowTitle}
        description={MESSAGES.allowHint(waiting)}
        confirmLabel={MESSAGES.allow}
        danger
        pending={isPending}
        pendingLabel={MESSAGES.allowing}
        onConfirm={() => void allow()}
      />
    </div>
  );
}

function DueItem({ due, onDone, onFailed }: TellProps & { due: DueRemoval }) {
  const { mutateAsync, isPending } = useKeepLonger();
  const titleId = `due-${due.id}`;
  const keep = async () => {
    try {
      await mutateAsync(due.id);
      onDone();
    } catch (error) {
      onFailed(tellFailure(error, MESSAGES.keepFailed, MESSAGES.failedHint));
    }
  };
  return (
    <li
      tabIndex={-1}
      aria-labelledby={titleId}
      className="grid items-center gap-x-6 gap-y-1 border-b border-line py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1fr)_7rem]"
    >
      <span id={titleId} className="wrap-anywhere max-sm:font-semibold">
        {whoseOf(due)}
      </span>
      <span>
        {MESSAGES.kinds[due.kind]}
        <span className="block text-muted">{MESSAGES.lastSign(shortDateTime(due.activeAt))}</span>
      </span>
      <span>
        {whenOf(due)}
        {due.kept === null && <span className="block text-muted">{mailOf(due)}</span>}
      </span>
      {due.kept === null && (
        <Button
          variant="outline"
          size="compact"
          className="justify-self-start sm:justify-self-end"
          aria-describedby={titleId}
          pending={isPending}
          pendingLabel={MESSAGES.keeping}
          onClick={() => void keep()}
        >
          {MESSAGES.keep}
        </Button>
      )}
    </li>
  );
}

function whoseOf({ person, email }: DueRemoval): string {
  return person?.name ?? email;
}

function mailOf({ mailedAt, isTold, listedAt }: DueRemoval): string {
  if (mailedAt !== null) return (isTold ? MESSAGES.mailed : MESSAGES.mailedUnconfirmed)(shortDateTime(mailedAt));
  return listedAt === null ? MESSAGES.notMailed : MESSAGES.refused;
}

function whenOf({ kept, listedAt, isTold, notBefore }: DueRemoval): string {
  if (kept) return MESSAGES.keptUntil(shortDateTime(kept.until), kept.by);
  if (listedAt !== null && !isTold) return MESSAGES.onceAllowed;
  const day = shortDateTime(notBefore);
  return listedAt === null ? MESSAGES.removedFrom(day) : MESSAGES.removedOn(day);
}

function useKeepLonger() {
  return useListChange(KEEPING_KEY, (id: string) => request<void>('POST', `${KEEPING_PATH}/${id}/keep`));
}

function useAllowRemovals() {
  return useListChange(KEEPING_KEY, () => request<void>('POST', `${KEEPING_PATH}/allow`));
}
