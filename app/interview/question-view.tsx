import type { Ref } from 'react';
import type { InterviewQuestion } from '../../api/contract/questions.js';
import { INTERVIEW_MESSAGES as TEXT } from './interview.messages.js';

interface QuestionViewProps {
  question: InterviewQuestion;
  headingRef: Ref<HTMLHeadingElement>;
}

/** The question, and words to begin with as a quiet quotation. */
export function QuestionView({ question: { title, text, starterPhrase }, headingRef }: QuestionViewProps) {
  return (
    <div className="grid gap-2 md:gap-5">
      <h2 ref={headingRef} tabIndex={-1} className="text-lg outline-none md:text-2xl lg:text-3xl">
        {title}
      </h2>
      <p className="measure leading-snug md:text-lg">{text}</p>
      {starterPhrase && (
        <p className="text-muted md:mt-2">
          <span className="sr-only">{TEXT.starterHint} </span>
          <q className="font-serif italic md:text-xl">{starterPhrase} …</q>
        </p>
      )}
    </div>
  );
}
