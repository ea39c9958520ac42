import { Download, FileText, Play, X } from 'lucide-react';
import { type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { answerStreamPath, ANSWERS_PATH, type SinglePiece } from '../../api/contract/interview/answers.js';
import { addedBy } from '../../api/contract/people/helpers.js';
import { type MyStory, type OwnThing, type OwnVideo, ownOriginalPath } from '../../api/contract/stories/my-story.js';
import { photoStreamPath } from '../../api/contract/people/photos.js';
import { saidBy } from '../shared/http/http-error.js';
import { PARTICIPANT_UPLOADS } from '../shared/http/upload-file.js';
import { shortDate, shortDateTime } from '../shared/text/format.js';
import { Button } from '../shared/ui/button.js';
import { ConfirmDialog } from '../shared/ui/confirm-dialog.js';
import { PieceList, usePieces } from '../shared/ui/pieces.js';
import { toast } from '../shared/ui/toast-store.js';
import { PIECES_MESSAGES } from '../shared/ui/ui.messages.js';
import { useRowFocus } from '../shared/ui/use-row-focus.js';
import { WatchedVideo } from '../shared/ui/watched-video.js';
import { REMOVAL_MESSAGES, THINGS_MESSAGES as TEXT } from './my-story.messages.js';
import type { ReleaseRequest } from '../../api/contract/videos/releases.js';
import { OwnCut } from '../release/own-cut.js';
import { saidOf } from '../release/said-of.js';
import { sayRefused, useDownload } from './use-download.js';
import { useOwnChange, useRemoval } from './use-my-story.js';

export interface Meant {
  what: OwnThing;
  id: string;
}

interface OwnThingsProps {
  story: MyStory;
  onWithdraw: (thing: Meant) => void;
}

/** Finished videos, answers and photos, each with its state in words. */
export function OwnThings({ story, onWithdraw }: OwnThingsProps) {
  const { videos, photos, isEmailProven, publicUploads } = story;
  const state = story.isSubmitted ? TEXT.withProducers : TEXT.notHandedIn;
  return (
    <>
      {isEmailProven && (
        <Things heading={TEXT.videos} none={story.withdrawnAt ? TEXT.noVideosAnyMore : TEXT.noVideos}>
          {videos.map((video) => (
            <Thing
              key={video.id}
              what="video"
              id={video.id}
              title={video.title}
              state={videoState(story, video)}
              said={saidOf(video)}
              picture={video.posterUrl}
              player={video.mimeType === null ? null : video.videoUrl}
              elsewhere={video.mimeType === null ? video.videoUrl : null}
              words={video.videoUrl === null ? video.transcript : undefined}
              onWithdraw={onWithdraw}
            >
              <AnsweredCut video={video} />
            </Thing>
          ))}
        </Things>
      )}
      <Answers story={story} state={state} onWithdraw={onWithdraw} />
      <Things heading={TEXT.photos} none={TEXT.noPhotos}>
        {photos.map(({ id, originalName, description }) => (
          <Thing
            key={id}
            what="photo"
            id={id}
            title={description || originalName || TEXT.untitled}
            state={state}
            picture={photoStreamPath(id, 'thumbnail')}
            onWithdraw={isEmailProven ? onWithdraw : null}
          />
        ))}
      </Things>
      {publicUploads > 0 && <p className="measure text-muted">{TEXT.uploads(publicUploads)}</p>}
    </>
  );
}

function Answers({ story, state, onWithdraw }: OwnThingsProps & { state: string }) {
  const { answers, writtenAnswers, recordingDrafts, isEmailProven, isSubmitted } = story;
  const [asked, setAsked] = useState<{ path: string; index: number } | null>(null);
  const { fallback, list, keepFocusAt } = useRowFocus<HTMLHeadingElement>();
  const remove = useRemoval();
  /** @param before how many rows there are in front of it */
  const onRemove = (path: string, before: number) => () => setAsked({ path, index: before });
  const recordings = answers.flatMap((answer) => [answer, ...answer.earlierRecordings]);
  const confirm = ({ path, index }: NonNullable<typeof asked>) =>
    remove.mutate(path, {
      onSuccess: () => keepFocusAt(index),
      onError: (error) => toast({ title: saidBy(error, REMOVAL_MESSAGES.failed), variant: 'destructive' }),
      onSettled: () => setAsked(null),
    });
  return (
    <>
      <Things heading={TEXT.answers} none={TEXT.noAnswers} headingRef={fallback} list={list}>
        {[
          ...recordings.map((recording, index) => {
            const { id, title, posterUrl, pieces, createdAt } = recording;
            const common = { what: 'answer', id, picture: posterUrl, player: answerStreamPath(id), pieces } as const;
            if ('earlierRecordings' in recording) {
              const withdraw = isEmailProven ? onWithdraw : null;
              return <Thing key={id} {...common} title={title} state={state} onWithdraw={withdraw} />;
            }
            return (
              <Thing
                key={id}
                {...common}
                title={TEXT.earlier(title)}
                state={TEXT.earlierState(shortDateTime(createdAt))}
                onWithdraw={null}
                onRemove={isSubmitted ? undefined : onRemove(`${ANSWERS_PATH}/${id}`, index)}
              />
            );
          }),
          ...recordingDrafts.map((draft, index) => {
            const { uploadId, title, videoUrl, filename, keptUntil, isGrowing, mayGoOn } = draft;
            const ending = TEXT.unsavedState(shortDateTime(keptUntil));
            const path = PARTICIPANT_UPLOADS.status(uploadId);
            return (
              <Thing
                key={uploadId}
                what="answer"
                id={uploadId}
                title={TEXT.unsaved(title)}
                state={isGrowing ? TEXT.growing : [ending, mayGoOn && TEXT.mayGoOn].filter(Boolean).join(' ')}
                picture={null}
                player={videoUrl}
                file={{ href: videoUrl, name: filename }}
                onWithdraw={null}
                onRemove={isGrowing ? undefined : onRemove(path, recordings.length + index)}
              />
            );
          }),
          ...writtenAnswers.map(({ id, title, text, addedByHelper = false, helperName }) => (
            <Thing
              key={id}
              what="answer"
              id={id}
              title={title}
              state={addedByHelper ? `${state}. ${addedBy(helperName)}. ${TEXT.removedAtHelpers}` : state}
              picture={null}
              words={text}
              onWithdraw={isEmailProven && !addedByHelper ? onWithdraw : null}
            >
              <p dir="auto" className="measure wrap-anywhere whitespace-pre-wrap">
                {text}
              </p>
            </Thing>
          )),
        ]}
      </Things>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={REMOVAL_MESSAGES.title}
        description={REMOVAL_MESSAGES.hint}
        confirmLabel={TEXT.remove}
        cancelLabel={REMOVAL_MESSAGES.keep}
        danger
        pending={remove.isPending}
        pendingLabel={REMOVAL_MESSAGES.pending}
        onConfirm={() => asked && confirm(asked)}
      />
    </>
  );
}

function AnsweredCut({ video }: { video: OwnVideo }) {
  return <OwnCut cut={video} answer={useOwnChange<ReleaseRequest>({ path: `/videos/${video.id}/release` })} />;
}

interface ThingsProps {
  heading: string;
  none: string;
  headingRef?: Ref<HTMLHeadingElement>;
  list?: Ref<HTMLUListElement>;
  children: ReactNode[];
}

function Things({ heading, none, headingRef, list, children }: ThingsProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} ref={headingRef} tabIndex={-1} className="text-xl outline-none">
        {heading}
      </h2>
      {children.length === 0 ? (
        <p className="mt-3 text-muted">{none}</p>
      ) : (
        <ul ref={list} className="mt-2 divide-y divide-line">
          {children}
        </ul>
      )}
    </section>
  );
}

interface Taken {
  href: string;
  /** Left out: as the server names it. */
  name?: string;
}

interface ThingProps extends Meant {
  title: string;
  state: string;
  /** What the person has said to it; left out where nothing is asked. */
  said?: string;
  picture: string | null;
  /** What is played here. */
  player?: string | null;
  /** What is played and taken along in its place, one by one. */
  pieces?: SinglePiece[] | undefined;
  /** Where it is watched instead. */
  elsewhere?: string | null;
  /** What there is in place of a file. */
  words?: string;
  /** What is taken along, where it is not the original of that thing. */
  file?: Taken;
  /** Null: not from here. */
  onWithdraw: ((thing: Meant) => void) | null;
  /** Of what is no answer; left out: not now. */
  onRemove?: (() => void) | undefined;
  children?: ReactNode;
}

function Thing(thing: ThingProps) {
  const { what, id, title, state, said, picture, elsewhere, words, file, onWithdraw, onRemove, children } = thing;
  const { player = null, pieces } = thing;
  const [isOpen, setIsOpen] = useState(false);
  // What is written there about it stays, and is there when it is opened again.
  const [wasOpen, setWasOpen] = useState(false);
  const opened = useRef<HTMLDivElement>(null);
  const { askFirst } = useDownload({ onRefused: sayRefused });
  const toggle = () => {
    const film = opened.current?.querySelector('video');
    if (film?.paused === false) film.pause();
    setIsOpen(!isOpen);
    setWasOpen(true);
  };
  const titleId = useId();
  const [watch, read] = said === undefined ? [TEXT.watch, TEXT.read] : [TEXT.watchAndAnswer, TEXT.readAndAnswer];
  const taken: Taken = file ?? (words === undefined ? { href: ownOriginalPath(what, id) } : textFile(title, words));
  const OpenIcon = isOpen ? X : player === null ? FileText : Play;
  const openLabel = player === null ? read : pieces ? TEXT.watchOrDownload : watch;
  return (
    <li aria-labelledby={titleId} tabIndex={-1} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 py-4">
      {picture === null ? (
        <div
          aria-hidden
          className="grid aspect-9/16 w-14 place-items-center rounded-control bg-raised text-muted sm:row-span-2"
        >
          {words !== undefined && <FileText size={20} />}
        </div>
      ) : (
        <img
          src={picture}
          alt=""
          loading="lazy"
          className="aspect-9/16 w-14 rounded-control bg-raised object-cover sm:row-span-2"
        />
      )}
      <div className="grid min-w-0 content-start gap-1">
        <h3 id={titleId} className="font-sans text-base font-semibold wrap-anywhere" dir="auto">
          {title}
        </h3>
        <p className="text-sm text-muted">{state}</p>
        {said && <p className="text-sm">{said}</p>}
        {pieces && <p className="text-sm">{PIECES_MESSAGES.count(pieces.length)}</p>}
      </div>
      <div className="col-span-2 -ml-3 flex flex-wrap sm:col-span-1 sm:col-start-2">
        {(player !== null || children) && (
          <Button variant="quiet" className="px-3" aria-describedby={titleId} aria-expanded={isOpen} onClick={toggle}>
            <OpenIcon size={18} aria-hidden />
            {isOpen ? TEXT.close : openLabel}
          </Button>
        )}
        {elsewhere && (
          <a href={elsewhere} rel="noreferrer" aria-describedby={titleId} className="button px-3!" data-variant="quiet">
            <Play size={18} aria-hidden />
            {TEXT.watch}
          </a>
        )}
        {!elsewhere && !pieces && (
          <a
            href={taken.href}
            download={taken.name ?? true}
            // What stands on the page needs no server.
            onClick={taken.href.startsWith('data:') ? undefined : askFirst}
            aria-describedby={titleId}
            className="button px-3!"
            data-variant="quiet"
          >
            <Download size={18} aria-hidden />
            {TEXT.download}
          </a>
        )}
        {onWithdraw && (
          <Button variant="quiet" className="px-3" aria-describedby={titleId} onClick={() => onWithdraw({ what, id })}>
            {TEXT.withdraw}
          </Button>
        )}
        {onRemove && (
          <Button variant="quiet" className="px-3" aria-describedby={titleId} onClick={onRemove}>
            {TEXT.remove}
          </Button>
        )}
      </div>
      {wasOpen && children && (
        <div ref={opened} hidden={!isOpen} className="col-span-2">
          {children}
        </div>
      )}
      {isOpen && !children && player !== null && (
        <ThingPlayer title={title} titleId={titleId} picture={picture} player={player} pieces={pieces} />
      )}
    </li>
  );
}

interface ThingPlayerProps extends Pick<ThingProps, 'title' | 'picture' | 'pieces'> {
  titleId: string;
  player: string;
}

function ThingPlayer({ title, titleId, picture, player: whole, pieces }: ThingPlayerProps) {
  const { player, ...played } = usePieces(pieces ?? []);
  return (
    <div className="col-span-2 grid gap-4 sm:grid-cols-[16rem_minmax(0,1fr)]">
      <WatchedVideo
        {...player}
        preload="metadata"
        src={player.src ?? whole}
        poster={picture ?? undefined}
        aria-label={title}
        className="aspect-9/16 max-h-[70vh] w-full max-w-64 rounded-card bg-raised"
      />
      {pieces && (
        <PieceList {...played} pieces={pieces} describedBy={titleId} className="self-start sm:max-h-112 sm:max-w-lg" />
      )}
    </div>
  );
}

function textFile(title: string, words: string): Taken {
  return { href: `data:text/plain;charset=utf-8,${encodeURIComponent(words)}`, name: `${title}.txt` };
}

function videoState({ hiddenAt }: MyStory, { isPublic, approvedAt, release }: OwnVideo): string {
  if (isPublic && approvedAt) return TEXT.publicSince(shortDate(approvedAt));
  if (approvedAt === null) return TEXT.waiting;
  const from = release.terms?.publicFrom;
  if (from && Date.parse(from) > Date.now()) return TEXT.later(shortDate(from));
  return hiddenAt === null ? TEXT.replaced : TEXT.hidden;
}
