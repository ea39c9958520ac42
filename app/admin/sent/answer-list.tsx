import { addedBy } from '../../../api/contract/people/helpers.js';
import { useId } from 'react';
import { Download } from 'lucide-react';
import { LoadFailure } from '../../shared/ui/load-failure.js';
import { PieceList, usePieces } from '../../shared/ui/pieces.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { PIECES_MESSAGES } from '../../shared/ui/ui.messages.js';
import { ANSWER_MESSAGES as MESSAGES } from '../common/admin.messages.js';
import { useUserAnswers, useUserWords } from './sent-requests.js';
import { type AdminAnswer, adminAnswerPath } from '../../../api/contract/staff/admin-answers.js';
import { clockTime } from '../../../api/contract/common/clock-time.js';
import { fileSize } from '../../shared/text/format.js';
import { SentVideo } from './photo-media.js';
import { Timestamp } from '../common/timestamp.js';
import { MakeChapter } from './make-chapter.js';
import { MarkUrgent } from '../urgent/urgent-section.js';
import { PreparationLine } from './preparation-line.js';

/** The answers of one person, recorded and written, or why there are none. */
export function AnswerList({ userId }: { userId: string }) {
  const headingId = useId();
  const { data: answers, isFetching, refetch } = useUserAnswers(userId);
  return (
    <section aria-labelledby={headingId} className="mt-8 grid gap-4 border-t border-line pt-6">
      <h3 id={headingId} className="text-lg">
        {MESSAGES.heading}
      </h3>
      {answers === undefined && isFetching && <StatusLine>{MESSAGES.loading}</StatusLine>}
      {answers === undefined && !isFetching && <LoadFailure text={MESSAGES.failed} onTryAgain={() => void refetch()} />}
      {answers?.length === 0 && <p className="text-muted">{MESSAGES.none}</p>}
      {answers && answers.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {answers.map((answer) => (
            <AnswerCard key={answer.id} answer={answer} userId={userId} />
          ))}
        </ul>
      )}
      <WrittenAnswers userId={userId} isDue={answers !== undefined} />
    </section>
  );
}

/** What they answered in words, exactly as it was written. */
function WrittenAnswers({ userId, isDue }: { userId: string; isDue: boolean }) {
  const headingId = useId();
  const { data: written, isError, isFetching, refetch } = useUserWords(userId, isDue);
  if (isError && !isFetching) return <LoadFailure text={MESSAGES.writtenFailed} onTryAgain={() => void refetch()} />;
  if (!written || written.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="grid gap-4">
      <h3 id={headingId} className="text-lg">
        {MESSAGES.written}
      </h3>
      {written.map(({ id, questionId, text, changedAt, addedByHelper = false, helperName }) => (
        <article key={id} aria-label={MESSAGES.writtenTo(questionId)} className="grid gap-2 rounded-card bg-raised p-3">
          <h4 id={`written-${id}`} className="font-sans text-sm font-semibold">
            {MESSAGES.writtenTo(questionId)}
          </h4>
          <p dir="auto" className="measure wrap-anywhere whitespace-pre-wrap">
            {text}
          </p>
          <p className="text-sm text-muted tabular-nums">
            <Timestamp iso={changedAt} />
          </p>
          {addedByHelper && <p className="text-sm">{addedBy(helperName)}</p>}
          <div className="flex flex-wrap items-center gap-2">
            <MakeChapter writtenAnswerId={id} describedBy={`written-${id}`} />
            <MarkUrgent what={{ userId, questionId }} describedBy={`written-${id}`} />
          </div>
        </article>
      ))}
    </section>
  );
}

/** One recorded answer. Of the recording nothing is read before it is played. */
function AnswerCard({ answer, userId }: { answer: AdminAnswer; userId: string }) {
  const titleId = useId();
  const { id, questionId, title, videoUrl, posterUrl, originalUrl, durationSeconds, createdAt, pieces } = answer;
  const { player, ...played } = usePieces(pieces ?? []);
  return (
    <li aria-labelledby={titleId} className="flex min-w-0 flex-col gap-3 rounded-card bg-raised p-3">
      <SentVideo {...player} src={player.src ?? videoUrl} poster={posterUrl} preload="none" aria-labelledby={titleId} />
      <div className="grid gap-1 text-sm">
        <h4 id={titleId} className="font-sans font-semibold wrap-anywhere">
          {MESSAGES.question(questionId, title)}
        </h4>
        <p className="text-muted tabular-nums">
          {durationSeconds !== null && `${clockTime(durationSeconds)}, `}
          {!pieces && `${fileSize(answer.fileSize)}, `}
          <Timestamp iso={createdAt} />
        </p>
        {answer.addedByHelper && <p>{addedBy(answer.helperName)}</p>}
        {pieces && <p>{PIECES_MESSAGES.count(pieces.length)}</p>}
        <PreparationLine
          path={`${adminAnswerPath(id)}/preparation`}
          known={answer.preparation}
          isInPieces={pieces !== undefined}
          describedBy={titleId}
        />
      </div>
      {pieces && <PieceList {...played} pieces={pieces} describedBy={titleId} />}
      <div className="mt-auto flex flex-wrap items-center gap-2">
        {!pieces && (
          <a
            className="button"
            data-variant="outline"
            data-size="compact"
            href={originalUrl}
            download
            aria-describedby={titleId}
          >
            <Download size={18} aria-hidden />
            {MESSAGES.original}
          </a>
        )}
        <MarkUrgent what={{ userId, questionId }} describedBy={titleId} />
      </div>
    </li>
  );
}
