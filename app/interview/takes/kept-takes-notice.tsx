import type { InterviewQuestion } from '../../../api/contract/questions.js';
import { Button } from '../../shared/ui/button.js';
import { KEPT_TAKES_MESSAGES as TEXT } from './kept-takes.messages.js';
import { type KeptTakes, offerAt } from './kept-takes-state.js';

interface KeptTakesNoticeProps {
  kept: KeptTakes;
  questions: InterviewQuestion[];
  /** The question on the screen; null at another step. */
  shown: InterviewQuestion | null;
  onGo: (index: number) => void;
}

/** Says at every other step that a recording was kept, and leads to it; and which one is open in another tab. */
export function KeptTakesNotice({ kept, questions, shown, onGo }: KeptTakesNoticeProps) {
  const index = questions.findIndex((question) => question.id !== shown?.id && offerAt(kept, question.id));
  const isElsewhere = kept.elsewhere.some(({ questionId }) => questionId === shown?.id);
  return (
    <div aria-live="polite" className="grid gap-2 text-sm not-empty:my-2">
      {isElsewhere && <p className={BOX}>{TEXT.elsewhere}</p>}
      {index !== -1 && (
        <p className={BOX}>
          {TEXT.atQuestion(index + 1)}
          <Button variant="quiet" className="-my-2 min-h-11 px-0 text-sm underline" onClick={() => onGo(index)}>
            {TEXT.goToQuestion(index + 1)}
          </Button>
        </p>
      )}
    </div>
  );
}

const BOX = 'flex flex-wrap items-center justify-between gap-x-4 rounded-control border border-warn px-3 py-2';
