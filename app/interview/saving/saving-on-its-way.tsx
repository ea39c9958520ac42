import { Upload } from 'lucide-react';
import { type AnswerSaving, isOnItsWay } from './answer-savings.js';
import { SAVINGS_MESSAGES as TEXT } from '../common/interview.messages.js';
import { useStorageEnd } from '../local-drafts/storage-end.js';
import { savingStatus } from '../recorder/recorder-status.js';
import { SavingDetail } from '../recorder/saving-detail.js';
import type { Savings } from './use-answer-savings.js';

/** In place of the picture, at the question of a recording that is on its way. */
export function SavingOnItsWay({ saving, isDraftStored }: { saving: AnswerSaving; isDraftStored: boolean }) {
  const { recording, percent, pace, isWaiting } = saving;
  const storageEnd = useStorageEnd();
  const hint = storageEnd ? TEXT.hintKeptUntil(storageEnd) : TEXT.hint;
  return (
    <div className="stage-words">
      <Upload size={28} aria-hidden className="text-muted" />
      <h3 className="text-lg">{TEXT.heading}</h3>
      <p className="text-sm text-muted">{isDraftStored ? hint : TEXT.hintNotKept}</p>
      <div className="grid w-full gap-2 text-sm">
        <p className="text-muted">{savingStatus({ percent, isWaiting }).text}</p>
        <SavingDetail percent={percent} bytes={recording.blob.size} pace={isWaiting ? null : pace} />
      </div>
    </div>
  );
}

/** Those that nobody waits for, in a few words, beside what else is not saved yet; null when there are none. */
export function describeSavings({ all, queue }: Savings, numberOf: (questionId: number) => number): string | null {
  const left = all.filter((saving) => saving.isLeft && isOnItsWay(saving));
  const numbersOf = (savings: AnswerSaving[]) => [...new Set(savings.map(({ question }) => numberOf(question.id)))];
  const held = numbersOf(left.filter((saving) => queue.isHeld(saving)));
  const coming = left.filter((saving) => !queue.isHeld(saving));
  const texts = [];
  if (coming[0]) texts.push((coming[0].isWaiting ? TEXT.waiting : TEXT.sending)(numbersOf(coming)));
  if (held.length > 0) texts.push(TEXT.held(held));
  return texts.join('; ') || null;
}

/** Of those that no connection takes to the server, in a sentence; null when there are none. */
export function describeWaiting({ all, queue }: Savings, numberOf: (questionId: number) => number): string | null {
  const waiting = all.filter((saving) => isOnItsWay(saving) && saving.isWaiting && !queue.isHeld(saving));
  if (waiting.length === 0) return null;
  return TEXT.notSaved([...new Set(waiting.map(({ question }) => numberOf(question.id)))]);
}
