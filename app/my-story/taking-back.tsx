import { useRef } from 'react';
import type { MyStory, Withdrawal, WithdrawRequest } from '../../api/contract/stories/my-story.js';
import { withdrawalWords } from '../../api/contract/stories/withdrawal-words.js';
import { saveFile } from '../shared/files.js';
import { saidBy } from '../shared/http/http-error.js';
import { shortDate } from '../shared/text/format.js';
import { Button } from '../shared/ui/button.js';
import { ConfirmDialog } from '../shared/ui/confirm-dialog.js';
import { toast } from '../shared/ui/toast-store.js';
import { useArrival } from '../shared/ui/use-arrival.js';
import { removedLines, WITHDRAW_MESSAGES as TEXT } from './my-story.messages.js';
import type { Meant } from './own-things.js';
import { useLeaving, useOwnChange } from './use-my-story.js';

/** What is about to be taken back, once it has been confirmed. */
export type Asked = 'story' | 'everything' | Meant;

/** Both ways to take all of it back. */
export function TakingBack({ story, onAsk }: { story: MyStory; onAsk: (asked: Asked) => void }) {
  const { videos, answers, writtenAnswers, recordingDrafts, photos } = story;
  const isEmpty = [videos, answers, writtenAnswers, recordingDrafts, photos].every(({ length }) => length === 0);
  return (
    <section aria-labelledby="my-story-back" className="grid justify-items-start gap-5 border-t border-line pt-8">
      <h2 id="my-story-back" className="text-xl">
        {TEXT.heading}
      </h2>
      {!isEmpty && (
        <div className="grid justify-items-start gap-2">
          <Button variant="danger" onClick={() => onAsk('story')}>
            {TEXT.story}
          </Button>
          <p className="measure text-sm text-muted">{TEXT.storyHint}</p>
        </div>
      )}
      <div className="grid justify-items-start gap-2">
        <Button variant="danger" onClick={() => onAsk('everything')}>
          {TEXT.everything}
        </Button>
        <p className="measure text-sm text-muted">
          {TEXT.everythingHint} {TEXT.everythingExportHint}
        </p>
      </div>
    </section>
  );
}

interface ConfirmWithdrawalProps {
  /** Null: nothing is asked. */
  asked: Asked | null;
  onClose: () => void;
  onDone: (withdrawal: Withdrawal) => void;
}

/** The second press: what goes, what cannot be called back, and who is told. */
export function ConfirmWithdrawal({ asked, onClose, onDone }: ConfirmWithdrawalProps) {
  const withdraw = useOwnChange<WithdrawRequest, Withdrawal>({ path: '/withdraw' });
  const leave = useLeaving();
  const callbacks = {
    onSuccess: (withdrawal: Withdrawal) => {
      onClose();
      onDone(withdrawal);
    },
    onError: (error: Error) => toast({ title: saidBy(error, TEXT.failed), variant: 'destructive' }),
  };
  const confirm = () => {
    if (asked === 'everything') leave.mutate(undefined, callbacks);
    else if (asked === 'story') withdraw.mutate({ what: 'story' }, callbacks);
    else if (asked) withdraw.mutate(asked, callbacks);
  };
  const { title, words, label } = wordsOf(asked);
  return (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={words}
      confirmLabel={label}
      cancelLabel={TEXT.cancel}
      danger
      pending={withdraw.isPending || leave.isPending}
      pendingLabel={TEXT.pending}
      onConfirm={confirm}
    />
  );
}

function wordsOf(asked: Asked | null): { title: string; words: string; label: string } {
  if (asked === null) return { title: '', words: '', label: '' };
  if (asked === 'story' || asked === 'everything') {
    return { title: TEXT.title[asked], words: withdrawalWords(asked), label: TEXT.confirm[asked] };
  }
  return { title: TEXT.thingTitle(asked.what), words: withdrawalWords(asked.what), label: TEXT.confirmThing };
}

/** What a withdrawal has done, to keep. */
export function WithdrawalReceipt({ withdrawal, isGone }: { withdrawal: Withdrawal; isGone: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useArrival(heading);
  const lines = removedLines(withdrawal);
  return (
    <section
      aria-labelledby="my-story-receipt"
      className="grid justify-items-start gap-4 rounded-card bg-surface p-5 sm:p-6"
    >
      <h2 ref={heading} id="my-story-receipt" tabIndex={-1} className="text-xl outline-none">
        {TEXT.done}
      </h2>
      <p>{lines.length === 0 ? TEXT.nothing : TEXT.doneOn(shortDate(withdrawal.at))}</p>
      {lines.length > 0 && (
        <ul className="list-disc pl-6">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => saveReceipt(withdrawal)}>
          {TEXT.saveReceipt}
        </Button>
        {isGone && (
          <a href="/" className="button" data-variant="primary">
            {TEXT.goHome}
          </a>
        )}
      </div>
    </section>
  );
}

function saveReceipt(withdrawal: Withdrawal): void {
  const receipt = new Blob([JSON.stringify(withdrawal, null, 2)], { type: 'application/json' });
  saveFile(receipt, `receipt-${withdrawal.at.slice(0, 10)}.json`);
}
