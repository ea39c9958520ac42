import type { InterviewQuestion } from '../../api/contract/interview/questions.js';
import { Button } from '../shared/ui/button.js';
import { QUESTIONS_MESSAGES as messages } from './landing.messages.js';

interface QuestionsPreviewProps {
  questions: InterviewQuestion[];
  onStart: () => void;
}

/** The questions of the interview, to think about before starting. */
export function QuestionsPreview({ questions, onStart }: QuestionsPreviewProps) {
  return (
    <div className="grid gap-6">
      <p className="text-muted">{messages.hint}</p>
      <ol className="grid gap-5">
        {questions.map(({ id, title, text, starterPhrase }, index) => (
          <li key={id} className="grid grid-cols-[1.5rem_1fr] gap-x-3 border-t border-line pt-4">
            <span aria-hidden className="font-serif text-lg text-accent">
              {index + 1}
            </span>
            <div className="grid gap-1.5">
              <h3 className="text-lg">{title}</h3>
              <p>{text}</p>
              {starterPhrase && (
                <p className="text-sm text-muted">
                  {messages.starterHint} <q className="font-serif">{starterPhrase}</q>
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
      <Button onClick={onStart}>{messages.start}</Button>
    </div>
  );
}
