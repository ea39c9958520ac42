import { ChevronDown, ExternalLink, Film } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { findNameMentions } from '../../../../api/contract/videos/name-mentions.js';
import { EXCERPT_ADMIN } from '../../../../api/contract/common/screen-numbers.js';
import { excerpt } from '../../../../api/contract/common/excerpt.js';
import { listed } from '../../../../api/contract/common/grammar.js';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import {
  LIST_MESSAGES as MESSAGES,
  NAME_MESSAGES,
  VIDEO_MESSAGES,
  VIEW_MESSAGES,
} from '../../common/admin3.messages.js';
import { shortDateTime } from '../../../shared/text/format.js';
import { useIsBeingApproved } from '../../common/video-requests.js';
import { firstMomentAhead, livePath, questionTitle, whatItReplaces, whatShowsInstead } from '../common/video-label.js';
import { DraftLine } from './draft-line.js';
import { noteFirstSeen } from '../../common/seen-videos.js';
import { ReleaseLine } from './release-line.js';
import { VideoPreparationLine } from './video-preparation-line.js';
import type { Written } from '../approval/approval-button.js';
import { type VideoRowAction, VideoRowActions } from './video-row-actions.js';
import { DRAFTS_MESSAGES } from '../../../shared/drafts/drafts.messages.js';
import { Button } from '../../../shared/ui/button.js';
import { useRowFocus } from '../../../shared/ui/use-row-focus.js';
import { useIsNarrow } from '../../../shared/ui/use-is-narrow.js';
import { formWithDraft } from '../common/draft-names.js';

interface VideoRowProps {
  video: ShowcaseVideo;
  onAction: (action: VideoRowAction) => void;
  onApprovalChanged: (written: Written) => void;
}

/**
 * One video of a staff list. It can take the focus when the row before it has gone. On a phone it is shut until more is
 * asked for: what it says first, where it stands, and what is done most.
 */
export function VideoRow({ video, onAction, onApprovalChanged }: VideoRowProps) {
  const titleId = useId();
  useEffect(() => noteFirstSeen(video), [video]);
  const { fallback: row, keepFocusAt } = useRowFocus<HTMLLIElement>();
  const keepFocus = () => keepFocusAt(0);
  const canShut = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  const isShut = canShut && !isOpen;
  const facts = factsOf(video, isShut);
  const { title, description, transcript } = video;
  return (
    <li
      ref={row}
      data-row
      tabIndex={-1}
      aria-labelledby={titleId}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 py-4 scroll-mt-28 lg:grid-cols-[auto_minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr] compact:gap-y-2 compact:py-2 [&_:is(a,button)]:scroll-mt-28"
    >
      <Poster url={video.posterUrl} />
      <div className="grid min-w-0 content-start gap-1 compact:gap-0 lg:contents">
        <div className="grid min-w-0 content-start gap-1 compact:gap-0">
          <div className="flex items-start justify-between gap-2">
            <h4 id={titleId} dir="auto" className="min-w-0 font-sans text-base font-semibold wrap-anywhere">
              {title}
            </h4>
            {canShut && (
              <Button
                variant="quiet"
                size="compact"
                className="-my-2.5 -mr-3 flex-none px-3"
                aria-expanded={isOpen}
                aria-describedby={titleId}
                onClick={() => setOpen(!isOpen)}
              >
                {VIDEO_MESSAGES.more}
                <ChevronDown size={18} aria-hidden className={isOpen ? 'rotate-180' : ''} />
              </Button>
            )}
          </div>
          {facts.length > 0 && (
            <ul className="flex flex-wrap gap-x-5 text-sm text-muted tabular-nums">
              {facts.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          )}
          {description !== '' && !isShut && (
            <p dir="auto" className="measure wrap-anywhere compact:line-clamp-1">
              {description}
            </p>
          )}
          <p
            dir="auto"
            className={`measure wrap-anywhere text-muted compact:line-clamp-1 ${transcript ? 'font-serif' : ''} ${isShut ? 'line-clamp-2' : ''}`}
          >
            {transcript ? excerpt(transcript, EXCERPT_ADMIN) : MESSAGES.noTranscript}
          </p>
        </div>
        <div className="grid min-w-0 content-start gap-1 compact:gap-0 lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:pl-4">
          <KeptDraftLine video={video} describedBy={titleId} onGoOn={onAction} />
          <DraftLine video={video} onReview={() => onAction('draft')} onTried={keepFocus} />
          <VideoPreparationLine video={video} isShut={isShut} onTried={keepFocus} />
          <VideoPublicLine video={video} describedBy={titleId} isShut={isShut} />
          <NameLine video={video} />
          <ReleaseLine
            video={video}
            describedBy={titleId}
            isShut={isShut}
            onRecord={() => onAction('paper')}
            onAsked={keepFocus}
          />
        </div>
      </div>
      <VideoRowActions
        video={video}
        describedBy={titleId}
        isShut={isShut}
        onAction={onAction}
        onApprovalChanged={onApprovalChanged}
      />
    </li>
  );
}

/** What a video is. Of a shut row that says since when it is live, the earlier date is left out. */
function factsOf(video: ShowcaseVideo, isShut: boolean): string[] {
  const { title, createdAt, isShown } = video;
  const isWritten = video.videoUrl === null;
  const question = questionTitle(video);
  const facts = question === title ? [] : [question];
  if (!isShut || !isShown) facts.push((isWritten ? MESSAGES.madeAt : MESSAGES.uploadedAt)(shortDateTime(createdAt)));
  if (!isShut) facts.push(isWritten ? MESSAGES.written : captionsOf(video));
  return facts;
}

function captionsOf({ cues }: ShowcaseVideo): string {
  return cues ? MESSAGES.captions(cues.length) : MESSAGES.noCaptions;
}

/** The person's picture, small; its place where there is none yet. */
function Poster({ url }: { url: string | null }) {
  const className =
    'aspect-9/16 w-12 lg:row-span-2 rounded-control bg-raised object-cover sm:w-16 compact:w-8 sm:compact:w-9';
  if (url === null) {
    return (
      <div aria-hidden className={`${className} grid place-items-center text-muted`}>
        <Film size={20} strokeWidth={1.5} />
      </div>
    );
  }
  return <img src={url} alt="" loading="lazy" decoding="async" className={className} />;
}

interface KeptDraftLineProps {
  video: ShowcaseVideo;
  describedBy: string;
  onGoOn: (action: VideoRowAction) => void;
}

/** That unsaved words about a video wait in this browser, and the way to them. */
function KeptDraftLine({ video, describedBy, onGoOn }: KeptDraftLineProps) {
  const action = formWithDraft(video);
  if (!action) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-sm text-warn">{DRAFTS_MESSAGES.kept}</p>
      <Button variant="outline" size="compact" aria-describedby={describedBy} onClick={() => onGoOn(action)}>
        {DRAFTS_MESSAGES.goOn}
      </Button>
    </div>
  );
}

/** Under which other name the public sees it, and where the words still tell the real one. */
function NameLine({ video }: { video: ShowcaseVideo }) {
  const { user, shownName } = video;
  if (shownName === user.firstName) return null;
  const mentions = findNameMentions(user, shownName, [video]);
  return (
    <>
      <p className="text-sm text-muted wrap-anywhere">{NAME_MESSAGES.shownAs(shownName)}</p>
      {mentions.map(({ where, excerpt: words }) => (
        <p key={where} className="measure text-sm wrap-anywhere text-warn">
          {NAME_MESSAGES.stillTold[where]} <q dir="auto">{words}</q>
        </p>
      ))}
    </>
  );
}

interface VideoPublicLineProps {
  video: ShowcaseVideo;
  describedBy: string;
  isShut: boolean;
}

/** Since when the public sees a video, or what it will see of it. */
function VideoPublicLine({ video, describedBy, isShut }: VideoPublicLineProps) {
  const { isApproved, isShown, approvedAt, notShown } = video;
  const isBeingApproved = useIsBeingApproved(video.id);
  if (isShown) {
    if (!approvedAt) return null;
    const date = shortDateTime(approvedAt);
    const instead = whatShowsInstead(video);
    return (
      <div className="flex flex-wrap items-center gap-x-2">
        {video.isWatchable ? (
          <p className="text-sm text-good tabular-nums">{MESSAGES.liveSince(date)}</p>
        ) : (
          <p className="measure text-sm text-warn">{MESSAGES.liveWithout(date, whyWithout(video))}</p>
        )}
        {!isShut && !isBeingApproved && <LiveLink video={video} describedBy={describedBy} />}
        {instead && <p className="measure w-full text-sm wrap-anywhere text-warn">{instead}</p>}
      </div>
    );
  }
  if (notShown) {
    const text = MESSAGES.notShown[notShown.as](shortDateTime(notShown.at));
    return <p className="measure text-sm text-warn tabular-nums">{text}</p>;
  }
  const from = firstMomentAhead(video);
  if (isApproved && from) {
    return <p className="text-sm text-warn tabular-nums">{MESSAGES.later(shortDateTime(from))}</p>;
  }
  if (isApproved) return <p className="text-sm text-warn">{MESSAGES.replaced}</p>;
  const replaced = whatItReplaces(video);
  return (
    <>
      {!isShut && <p className="measure text-sm text-muted compact:max-w-none">{whatWillBePublic(video)}</p>}
      {replaced && <p className="measure text-sm wrap-anywhere text-warn tabular-nums">{replaced}</p>}
    </>
  );
}

function LiveLink({ video, describedBy }: Omit<VideoPublicLineProps, 'isShut'>) {
  return (
    <a
      className="button -my-1 px-3"
      data-variant="quiet"
      data-size="compact"
      href={livePath(video)}
      target="_blank"
      rel="noreferrer"
      aria-describedby={describedBy}
    >
      <ExternalLink size={18} aria-hidden />
      {VIDEO_MESSAGES.openLive}
      <span className="sr-only">{VIDEO_MESSAGES.inNewTab}</span>
    </a>
  );
}

/** Why its page is live without the film. */
function whyWithout({ preparation }: ShowcaseVideo): string {
  const { preparing, noTools, failed } = MESSAGES.without;
  if (preparation?.state === 'off') return noTools;
  return preparation?.state === 'failed' ? failed : preparing;
}

function whatWillBePublic(video: ShowcaseVideo): string {
  const { video: film, transcript, captions, words } = MESSAGES.parts;
  const parts =
    video.videoUrl === null
      ? [words]
      : [film, ...(video.transcript === '' ? [] : [transcript]), ...(video.cues ? [captions] : [])];
  return MESSAGES.willBePublic(VIEW_MESSAGES.storyOf(video.shownName), questionTitle(video), listed(parts));
}
