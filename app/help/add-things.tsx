import { type Dispatch, type FormEvent, type SetStateAction, useId, useRef, useState } from 'react';
import type { InterviewQuestion } from '../../api/contract/interview/questions.js';
import { PICTURE_KINDS, SOUND_KINDS, VIDEO_KINDS } from '../shared/files.js';
import { Button } from '../shared/ui/button.js';
import { LoadFailure } from '../shared/ui/load-failure.js';
import { ProgressBar } from '../shared/ui/progress-bar.js';
import { Select } from '../shared/ui/select.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { TextArea } from '../shared/ui/text-field.js';
import { HELP_MESSAGES as TEXT } from './help.messages.js';
import { type Files, refusalText, useQuestions, useWords } from './use-help.js';

interface AddThingsProps {
  files: Files;
  isOpen: boolean;
  /** What is typed as an answer in words. */
  words: string;
  onWords: Dispatch<SetStateAction<string>>;
}

/** Photos, and an answer as a file or in words. Of a story that is handed in only what is typed stays. */
export function AddThings({ files, isOpen, words, onWords }: AddThingsProps) {
  const { data: questions = [], isLoadingError, refetch } = useQuestions();
  const [chosenId, setChosenId] = useState<number | null>(null);
  const question = questions.find(({ id }) => id === chosenId) ?? questions[0];
  const { sending, send } = files;
  const sendAll = (chosen: File[], to: InterviewQuestion | null) =>
    void send(chosen.map((file) => ({ file, question: to })));

  return (
    <>
      {isOpen && (
        <section className="grid justify-items-start gap-3 rounded-card bg-surface p-5 sm:p-6">
          <h2 className="text-xl">{TEXT.photos}</h2>
          <FileButton
            label={TEXT.choosePhotos}
            hint={TEXT.photosHint}
            accept={PICTURE_KINDS}
            isMultiple
            isDisabled={sending !== null}
            onChoose={(chosen) => sendAll(chosen, null)}
          />
        </section>
      )}
      {isLoadingError && (
        <section className="grid gap-5 rounded-card bg-surface p-5 sm:p-6">
          <h2 className="text-xl">{TEXT.answer}</h2>
          <LoadFailure text={TEXT.loadFailed} onTryAgain={() => void refetch()} />
        </section>
      )}
      {question && (
        <section className="grid gap-5 rounded-card bg-surface p-5 sm:p-6">
          <h2 className="text-xl">{TEXT.answer}</h2>
          <Select
            label={TEXT.question}
            hint={question.text}
            value={question.id}
            onChange={({ target }) => setChosenId(Number(target.value))}
          >
            {questions.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
          <p className="text-sm text-muted">{TEXT.questionHint}</p>
          {isOpen && (
            <FileButton
              label={TEXT.recording}
              accept={`${VIDEO_KINDS},${SOUND_KINDS}`}
              isDisabled={sending !== null}
              onChoose={(chosen) => sendAll(chosen, question)}
            />
          )}
          <Words question={question} words={words} onWords={onWords} />
        </section>
      )}
    </>
  );
}

/** What becomes of the files, also of those that are on their way when the story is handed in. */
export function FilesOnTheWay({ files: { sending, sent, problems } }: { files: Files }) {
  return (
    <div className="grid gap-2">
      {sending && <ProgressBar label={sending.name} value={sending.percent} />}
      <StatusLine tone={problems.length > 0 ? 'danger' : 'good'} className="whitespace-pre-line">
        {sending ? TEXT.sending(sending.name, sending.percent) : problems.join('\n') || (sent > 0 ? TEXT.sent : '')}
      </StatusLine>
    </div>
  );
}

interface FileButtonProps {
  label: string;
  hint?: string;
  accept: string;
  isMultiple?: boolean;
  isDisabled: boolean;
  onChoose: (files: File[]) => void;
}

/** The device's own chooser, in the look of a button. */
function FileButton({ label, hint, accept, isMultiple = false, isDisabled, onChoose }: FileButtonProps) {
  const id = useId();
  return (
    <div className="grid justify-items-start gap-2">
      {/* The chooser lies below its words, as large as they are: both come into view together. */}
      <div className="relative">
        <input
          id={id}
          type="file"
          accept={accept}
          multiple={isMultiple}
          disabled={isDisabled}
          aria-describedby={hint && `${id}-hint`}
          className="peer absolute inset-0 size-full opacity-0"
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            target.value = '';
            if (files.length > 0) onChoose(files);
          }}
        />
        <label
          htmlFor={id}
          data-variant="outline"
          className="button relative peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-disabled:opacity-50"
        >
          {label}
        </label>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Words that were not added stay in the field, whatever becomes of the call. */
function Words({
  question,
  words,
  onWords,
}: Pick<AddThingsProps, 'words' | 'onWords'> & { question: InterviewQuestion }) {
  const adding = useWords();
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (adding.isPending) return undefined;
    if (words.trim() === '') {
      setError(TEXT.wordsMissing);
      return field.current?.focus();
    }
    // What was typed meanwhile stays.
    const onSuccess = () => onWords((now) => (now.startsWith(words) ? now.slice(words.length).trimStart() : now));
    return adding.mutate({ questionId: question.id, text: words }, { onSuccess });
  };
  return (
    <form className="grid justify-items-start gap-3 *:w-full" onSubmit={submit}>
      <TextArea
        ref={field}
        error={error}
        label={TEXT.wordsLabel}
        hint={TEXT.wordsHint}
        rows={5}
        value={words}
        onChange={({ target }) => {
          onWords(target.value);
          setError(undefined);
          // Otherwise nobody would hear what becomes of it.
          if (!adding.isPending) adding.reset();
        }}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" pending={adding.isPending} pendingLabel={TEXT.adding}>
          {TEXT.addWords}
        </Button>
        <StatusLine tone={adding.isError ? 'danger' : 'good'}>
          {adding.isError
            ? refusalText(adding.error, TEXT.failed(TEXT.kinds.words), TEXT.maybeAdded)
            : adding.isSuccess
              ? TEXT.sent
              : ''}
        </StatusLine>
      </div>
    </form>
  );
}
