import { useEffect, useId } from 'react';
import { EXCERPT_ADMIN } from '../../../api/contract/screen-numbers.js';
import { excerpt } from '../../../api/contract/excerpt.js';
import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { LIST_MESSAGES as MESSAGES } from '../common/admin3.messages.js';
import { fullName, shortDateTime } from '../../shared/text/format.js';
import { questionTitle } from './video-label.js';
import { DraftLine } from './draft-line.js';
import { noteShown } from '../common/looked-at.js';
import { KeptDraftLine } from './kept-draft-line.js';
import { VideoPreparationLine } from './video-preparation-line.js';
import { VideoPublicLine } from './video-public-line.js';
import type { Written } from './written-line.js';
import { type VideoRowAction, VideoRowActions } from './video-row-actions.js';

interface VideoRowProps {
  video: ShowcaseVideo;
  onAction: (action: VideoRowAction) => void;
  onApprovalChanged: (written: Written) => void;
}

/** One video of a staff list. It can take the focus when the row before it has gone. */
export function VideoRow({ video, onAction, onApprovalChanged }: VideoRowProps) {
  const titleId = useId();
  useEffect(() => noteShown(video), [video]);
  const { title, user, description, transcript, cues, createdAt } = video;
  return (
    <li
      tabIndex={-1}
      aria-labelledby={titleId}
      className="grid gap-x-10 gap-y-4 border-t border-line py-5 lg:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="grid min-w-0 content-start gap-1.5">
        <h3 id={titleId} className="font-sans text-base font-semibold wrap-anywhere">
          {title}
        </h3>
        <ul className="flex flex-wrap gap-x-5 text-sm text-muted">
          <li>{fullName(user)}</li>
          <li>{questionTitle(video)}</li>
          <li className="tabular-nums">{MESSAGES.uploadedAt(shortDateTime(createdAt))}</li>
          <li>{cues ? MESSAGES.captions(cues.length) : MESSAGES.noCaptions}</li>
        </ul>
        {description !== '' && <p className="measure wrap-anywhere">{description}</p>}
        <p className={`measure wrap-anywhere text-muted ${transcript ? 'font-serif' : ''}`}>
          {transcript ? excerpt(transcript, EXCERPT_ADMIN) : MESSAGES.noTranscript}
        </p>
        <KeptDraftLine video={video} describedBy={titleId} onGoOn={onAction} />
        <DraftLine video={video} onReview={() => onAction('draft')} />
        <VideoPreparationLine video={video} />
        <VideoPublicLine video={video} />
      </div>
      <VideoRowActions video={video} describedBy={titleId} onAction={onAction} onApprovalChanged={onApprovalChanged} />
    </li>
  );
}
