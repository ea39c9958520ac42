import { useId } from 'react';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { ANSWER_MESSAGES as MESSAGES } from './admin.messages.js';
import { AnswerCard } from './answer-card.js';
import { useUserAnswers } from './use-user-answers.js';

/** The recorded answers of one person, or why there are none. */
export function AnswerList({ userId }: { userId: string }) {
  const headingId = useId();
  const { data: answers, isFetching, refetch } = useUserAnswers(userId);
  return (
    <section aria-labelledby={headingId} className="mt-8 grid gap-4 border-t border-line pt-6">
      <h3 id={headingId} className="text-lg">
        {MESSAGES.heading}
      </h3>
      {answers === undefined && isFetching && <StatusLine>{MESSAGES.loading}</StatusLine>}
      {answers === undefined && !isFetching && (
        <div className="grid justify-items-start gap-3">
          <StatusLine tone="danger">{MESSAGES.failed}</StatusLine>
          <Button variant="outline" onClick={() => void refetch()}>
            {MESSAGES.tryAgain}
          </Button>
        </div>
      )}
      {answers?.length === 0 && <p className="text-muted">{MESSAGES.none}</p>}
      {answers && answers.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {answers.map((answer) => (
            <AnswerCard key={answer.id} answer={answer} />
          ))}
        </ul>
      )}
    </section>
  );
}
