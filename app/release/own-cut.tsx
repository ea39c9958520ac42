import type { UseMutationResult } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { Fragment, type RefObject, useRef, useState } from 'react';
import type { OwnCut as Cut, ReleaseRequest } from '../../api/contract/videos/releases.js';
import { chosenForms, wordsOfForm } from '../../api/contract/transcripts/short-forms.js';
import { WatchedVideo } from '../shared/ui/watched-video.js';
import { ReleaseAnswer } from './release-answer.js';
import { RELEASE_MESSAGES as TEXT } from './release.messages.js';

/** Sends an answer, however its person came here. */
export type SendAnswer = UseMutationResult<void, Error, ReleaseRequest>;

interface OwnCutProps {
  cut: Cut;
  answer: SendAnswer;
  /** Of its headings on the page. */
  level?: HeadingLevel;
}

export type HeadingLevel = 2 | 4;

/** A finished cut with its words beside it, or words alone, and what its person says to exactly these. */
export function OwnCut({ cut, answer, level = 4 }: OwnCutProps) {
  const [watched, setWatched] = useState(cut);
  const player = useRef<HTMLVideoElement>(null);
  const said = answer.isSuccess ? answer.variables : null;
  const [followed, setFollowed] = useState<ReleaseRequest | null>(null);
  // The first other cut after an answer may be of its making; no later one is, and none once it is read with that answer.
  if (said !== null && said !== followed) {
    const isSame = said.cutHash === cut.release.cutHash;
    const isRead = cut.release.at !== watched.release.at;
    if (!isSame || isRead) setFollowed(said);
    if (isSame ? isRead && said.cutHash === watched.release.cutHash : isMadeBy(said, watched, cut)) setWatched(cut);
  }
  const isChanged = watched.release.cutHash !== cut.release.cutHash;
  const shown = isChanged ? watched : cut;
  return (
    <div className={`grid gap-6 ${cut.videoUrl === null ? '' : 'sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]'}`}>
      <CutPlayer cut={shown} player={player} />
      <div className="grid content-start gap-5">
        <CutWords cut={shown} level={level} />
        <ReleaseAnswer
          cut={cut}
          answer={answer}
          player={player}
          level={level}
          onWatchAgain={isChanged ? () => setWatched(cut) : null}
        />
      </div>
    </div>
  );
}

/** Whether a yes has itself made another cut of what was watched: by the name that it gives, or the address. */
function isMadeBy({ decision, shownName, linkOnly = false }: ReleaseRequest, watched: Cut, { release }: Cut): boolean {
  if (decision !== 'yes') return false;
  if (release.standing === 'yes') return true;
  const wasLinkOnly = watched.release.terms?.linkOnly ?? false;
  // A yes that is not for the archive stands so with every cut.
  return release.standing === 'elsewhere' && (shownName !== undefined || linkOnly !== wasLinkOnly);
}

function CutPlayer({ cut, player }: { cut: Cut; player: RefObject<HTMLVideoElement | null> }) {
  const { title, videoUrl, mimeType, posterUrl } = cut;
  if (videoUrl === null) return null;
  if (mimeType === null) {
    return (
      <div className="grid content-start justify-items-start gap-3">
        {posterUrl && <img src={posterUrl} alt="" className="aspect-9/16 w-full rounded-card bg-raised object-cover" />}
        <a href={videoUrl} target="_blank" rel="noreferrer" className="button" data-variant="outline">
          <Play size={18} aria-hidden />
          {TEXT.watchElsewhere}
        </a>
      </div>
    );
  }
  return (
    <WatchedVideo
      ref={player}
      preload="metadata"
      src={videoUrl}
      poster={posterUrl ?? undefined}
      aria-label={title}
      className="aspect-9/16 max-h-[70vh] w-full rounded-card bg-raised"
      frame="sm:self-start sm:tall:sticky sm:tall:top-4"
    />
  );
}

function CutWords({ cut, level }: { cut: Cut; level: HeadingLevel }) {
  const { title, shownName, description, transcript, sentence } = cut;
  const Heading = `h${level}` as const;
  return (
    <div className="grid content-start gap-2">
      <p dir="auto" className="measure font-semibold wrap-anywhere">
        {title}
      </p>
      <p dir="auto" className="text-sm text-muted wrap-anywhere">
        {TEXT.shownName(shownName)}
      </p>
      {description !== '' && (
        <p dir="auto" className="measure wrap-anywhere">
          {description}
        </p>
      )}
      {sentence !== null && (
        <>
          <Heading className="font-sans text-sm font-semibold">{TEXT.sentence}</Heading>
          <blockquote dir="auto" className="measure border-l-2 border-line pl-4 font-serif text-lg wrap-anywhere">
            {sentence}
          </blockquote>
        </>
      )}
      <Heading className="font-sans text-sm font-semibold">
        {cut.videoUrl === null ? TEXT.yourWords : TEXT.transcript}
      </Heading>
      {transcript === '' ? (
        <p className="text-muted">{TEXT.noTranscript}</p>
      ) : (
        <p dir="auto" className="measure font-serif whitespace-pre-line wrap-anywhere">
          {transcript}
        </p>
      )}
      {chosenForms([cut.cues]).map((minutes) => (
        <Fragment key={minutes}>
          <Heading className="font-sans text-sm font-semibold">{TEXT.shortForm(minutes)}</Heading>
          <p dir="auto" className="measure font-serif wrap-anywhere">
            {wordsOfForm(cut.cues ?? [], minutes)}
          </p>
        </Fragment>
      ))}
    </div>
  );
}
