import { Play } from 'lucide-react';
import { Button } from '../shared/ui/button.js';
import { DEMO_MESSAGES as TEXT, DEMO_QUESTIONS, type DemoQuestion } from './test24.messages.js';
import { playingTime } from './embed-address.js';

interface QuestionListProps {
  playing: DemoQuestion | null;
  onWatch: (question: DemoQuestion) => void;
}

export function QuestionList({ playing, onWatch }: QuestionListProps) {
  return (
    <section aria-labelledby="questions-heading">
      <h2 id="questions-heading" className="text-xl">
        {TEXT.questionsHeading}
      </h2>
      <ol className="mt-4">
        {DEMO_QUESTIONS.map((question, index) => (
          <li
            key={question.title}
            aria-current={question === playing ? 'true' : undefined}
            className="grid grid-cols-[1.5rem_1fr] gap-x-3 border-t border-line py-4"
          >
            <span aria-hidden className="font-serif text-lg text-accent">
              {index + 1}
            </span>
            <div className="grid justify-items-start gap-1">
              <h3 className="text-lg">{question.title}</h3>
              <p className="text-muted">{question.text}</p>
              <Button variant="quiet" className="-ml-5 text-sm" onClick={() => onWatch(question)}>
                <Play size={18} aria-hidden />
                {TEXT.watchFrom(playingTime(question.startSeconds))}
                <span className="sr-only">: {question.title}</span>
              </Button>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
