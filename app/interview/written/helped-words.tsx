import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { addedBy, type HelpedThing, type Helpers } from '../../../api/contract/people/helpers.js';
import { MY_STORY_PATH } from '../../../api/contract/stories/my-story.js';
import type { InterviewQuestion } from '../../../api/contract/interview/questions.js';
import { Button } from '../../shared/ui/button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { HELPED_WORDS_MESSAGES as TEXT } from './written.messages.js';

/** What somebody who helps wrote to a question, in the person's stead. */
export interface HelpedWords extends HelpedThing {
  questionId: number;
  text: string;
}

/** The ones that were written first come first. */
export function helpedWordsOf({ added }: Helpers): HelpedWords[] {
  return added.filter(isWords).toReversed();
}

function isWords(thing: HelpedThing): thing is HelpedWords {
  return thing.kind === 'words' && thing.questionId !== null && thing.text !== undefined;
}

/** All of them, to be read. They stand beside the person's own words, and answer the question as those do. */
export function HelpedWordsWay({ question, helped }: { question: InterviewQuestion; helped: HelpedWords[] }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" className="min-h-11 px-2 text-sm" onClick={() => setIsOpen(true)}>
        <MessageSquareText size={16} aria-hidden />
        {TEXT.open}
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={question.title} description={TEXT.hint}>
        <ul className="grid gap-5">
          {helped.map(({ id, text, helperName }) => (
            <li key={id} className="grid gap-1">
              <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
                {text}
              </p>
              <p className="text-sm text-muted">{addedBy(helperName)}</p>
            </li>
          ))}
        </ul>
        <a
          href={`${MY_STORY_PATH}#helpers`}
          className="flex min-h-11 items-center justify-self-start text-sm underline"
        >
          {TEXT.toRemove}
        </a>
      </Dialog>
    </>
  );
}
