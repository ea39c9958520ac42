import { PenLine } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { WRITTEN_ANSWER_MAX_LENGTH } from '../../../api/contract/common/limits.js';
import type { InterviewQuestion } from '../../../api/contract/interview/questions.js';
import { Button } from '../../shared/ui/button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { StatusLine, type StatusLineProps } from '../../shared/ui/status-line.js';
import { TextArea } from '../../shared/ui/text-field.js';
import { WRITTEN_MESSAGES as TEXT } from './written.messages.js';
import { STATUS_MESSAGES } from '../recorder/recorder.messages.js';
import { useStorageEnd } from '../local-drafts/storage-end.js';
import { isUnsent, type WordsInProgress, type WordsState, type Writing } from './words-in-progress.js';

interface WrittenAnswerProps {
  words: WordsInProgress;
  question: InterviewQuestion;
  /** Offered where the words come too late. */
  reopen: ReactNode;
}

/** For those to whom writing is easier than speaking: the question is answered by either. */
export function WrittenAnswerWay({ words, question, reopen }: WrittenAnswerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const writing = words.of(question.id);
  const toggle = (opens: boolean) => {
    setIsOpen(opens);
    if (!opens && writing.state !== 'withheld') void words.send(question.id);
  };
  return (
    <>
      <Button variant="quiet" className="min-h-11 px-2 text-sm" onClick={() => toggle(true)}>
        <PenLine size={16} aria-hidden />
        {writing.text.trim() ? TEXT.openWritten : TEXT.open}
      </Button>
      {!isOpen && writing.state !== 'saved' && <WordsStatus writing={writing} />}
      <Dialog open={isOpen} onOpenChange={toggle} title={question.title} description={question.text}>
        <WritingForm words={words} questionId={question.id} reopen={reopen} onDone={() => toggle(false)} />
      </Dialog>
    </>
  );
}

interface WritingFormProps {
  words: WordsInProgress;
  questionId: number;
  reopen: ReactNode;
  onDone: () => void;
}

function WritingForm({ words, questionId, reopen, onDone }: WritingFormProps) {
  const writing = words.of(questionId);
  const { state } = writing;
  return (
    <div className="grid gap-3">
      <TextArea
        label={TEXT.label}
        rows={7}
        dir="auto"
        value={writing.text}
        onChange={({ target }) => words.type(questionId, target.value)}
      />
      <WordsStatus writing={writing} />
      {state === 'changed' && <WhichWords words={words} questionId={questionId} />}
      {state === 'submitted' && reopen}
      {state === 'signed-out' && (
        <a href="/#resume" target="_blank" className="grid min-h-11 place-items-center text-sm underline">
          {TEXT.signInAgain}
        </a>
      )}
      <div className="flex flex-wrap gap-2">
        {(state === 'unsent' || state === 'refused' || state === 'signed-out') && (
          <Button variant="outline" onClick={() => void words.send(questionId)}>
            {TEXT.tryAgain}
          </Button>
        )}
        {state === 'withheld' && (
          <Button variant="outline" onClick={() => void words.send(questionId)}>
            {TEXT.sendWithheld}
          </Button>
        )}
        <Button onClick={onDone}>{TEXT.done}</Button>
      </div>
    </div>
  );
}

/** Both are in view before one is kept. */
function WhichWords({ words, questionId }: Pick<WritingFormProps, 'words' | 'questionId'>) {
  const { text } = words.of(questionId);
  const stored = words.onServer(questionId);
  const both = `${stored.text}\n\n${text}`;
  const keep = (kept: string) => words.type(questionId, kept, stored.revision);
  return (
    <section aria-label={TEXT.stored} className="grid gap-2">
      <p className="text-sm font-semibold">{TEXT.stored}</p>
      <p className="rounded-control bg-surface p-3 wrap-anywhere whitespace-pre-wrap" dir="auto">
        {stored.text || TEXT.storedNothing}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => keep(text)}>
          {TEXT.keepMine}
        </Button>
        <Button variant="outline" onClick={() => keep(stored.text)}>
          {TEXT.keepStored}
        </Button>
        {both.length <= WRITTEN_ANSWER_MAX_LENGTH && stored.text && (
          <Button variant="outline" onClick={() => keep(both)}>
            {TEXT.keepBoth}
          </Button>
        )}
      </div>
    </section>
  );
}

const TONES: Partial<Record<WordsState, StatusLineProps['tone']>> = { saved: 'good', typed: 'muted', saving: 'muted' };

function WordsStatus({ writing: { state, text, revision, said, isKeptHere } }: { writing: Writing }) {
  // Not at each letter, which the server mostly has a moment later, nor of two texts.
  const storageEnd = useStorageEnd(isKeptHere && isUnsent(state) && state !== 'changed');
  const isEmpty = state === 'saved' && text.trim() === '';
  const isHere = state === 'saved' || state === 'saving' || isKeptHere;
  const states = isHere ? TEXT.states : TEXT.statesNotKept;
  const ending = storageEnd && STATUS_MESSAGES.mayBeDeleted(storageEnd);
  const words = isEmpty ? (revision === 0 ? TEXT.nothingYet : TEXT.takenBack) : states[state];
  return (
    <StatusLine className="text-sm" tone={isEmpty ? 'muted' : (TONES[state] ?? 'warn')}>
      {[words, said, isHere ? ending : TEXT.onlyOnThisPage].filter(Boolean).join(' ')}
    </StatusLine>
  );
}
