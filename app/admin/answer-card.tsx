import { Download } from 'lucide-react';
import { useId } from 'react';
import { type AdminAnswer, adminAnswerPath } from '../../api/contract/admin-answers.js';
import { clockTime } from '../../api/contract/clock-time.js';
import { fileSize } from '../shared/text/format.js';
import { ANSWER_MESSAGES as MESSAGES } from './admin.messages.js';
import { SentVideo } from './sent-video.js';
import { Timestamp } from './timestamp.js';
import { PreparationLine } from './preparation-line.js';

/** One recorded answer. Of the recording nothing is read before it is played. */
export function AnswerCard({ answer }: { answer: AdminAnswer }) {
  const titleId = useId();
  const { id, questionId, title, videoUrl, posterUrl, originalUrl, durationSeconds, createdAt } = answer;
  return (
    <li aria-labelledby={titleId} className="flex min-w-0 flex-col gap-3 rounded-card bg-raised p-3">
      <SentVideo src={videoUrl} poster={posterUrl} preload="none" aria-labelledby={titleId} />
      <div className="grid gap-1 text-sm">
        <h4 id={titleId} className="font-sans font-semibold wrap-anywhere">
          {MESSAGES.question(questionId, title)}
        </h4>
        <p className="text-muted tabular-nums">
          {durationSeconds !== null && `${clockTime(durationSeconds)}, `}
          {fileSize(answer.fileSize)}, <Timestamp iso={createdAt} />
        </p>
        <PreparationLine path={`${adminAnswerPath(id)}/preparation`} known={answer.preparation} describedBy={titleId} />
      </div>
      <div className="mt-auto">
        <a
          className="button pointer-coarse:min-h-12"
          data-variant="outline"
          data-size="compact"
          href={originalUrl}
          download
          aria-describedby={titleId}
        >
          <Download size={18} aria-hidden />
          {MESSAGES.original}
        </a>
      </div>
    </li>
  );
}
