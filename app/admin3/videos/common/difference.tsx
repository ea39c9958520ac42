import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { StatusLine } from '../../../shared/ui/status-line.js';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { changedWords, type ShowcaseWords, wordsOf } from '../../../../api/contract/videos/showcase-words.js';
import { storyPath } from '../../../../api/contract/stories/story-slug.js';
import {
  DIFFERENCE_MESSAGES as MESSAGES,
  EDIT_MESSAGES,
  FIELD_NAMES,
  HISTORY_MESSAGES,
} from '../../common/admin3.messages.js';
import { type DifferencePart, wordDifference } from './word-difference.js';
import { fullName, shortDateTime } from '../../../shared/text/format.js';
import { useWordVersions } from '../../common/video-requests.js';
import { questionTitle } from './video-label.js';

interface FieldDifference {
  field: keyof typeof FIELD_NAMES;
  /** Null where it is not known any more. */
  before: string | null;
  after: string;
}

/** The fields in which two versions of the words of a video differ. */
export function differencesOf(before: ShowcaseWords, after: ShowcaseWords): FieldDifference[] {
  return changedWords(before, after).map((field) => {
    return { field, before: wordsOf(before, field), after: wordsOf(after, field) };
  });
}

/** In what a video differs that the public sees, as far as it can be told in words: not in its picture. */
export function cutDifferencesOf(before: ShowcaseVideo, after: ShowcaseVideo): FieldDifference[] {
  const [was, is] = [besideWords(before), besideWords(after)];
  const fields = (Object.keys(was) as (keyof typeof was)[]).filter((field) => was[field] !== is[field]);
  return [...differencesOf(before, after), ...fields.map((field) => ({ field, before: was[field], after: is[field] }))];
}

function besideWords(video: ShowcaseVideo) {
  const { user, shownName, sentence, mimeType, videoUrl, filename } = video;
  return {
    person: `${fullName(user)} (${decodeURIComponent(storyPath(user.userName))})`,
    name: shownName,
    question: questionTitle(video),
    sentence: sentence ?? '',
    // A file has another address once it is prepared.
    video: (mimeType === null ? videoUrl : filename) ?? '',
  };
}

/** What was taken out and put in, field by field; told by lines as well as by colours. */
export function Differences({ differences }: { differences: readonly FieldDifference[] }) {
  return (
    <dl className="grid gap-4">
      {differences.map(({ field, before, after }) => (
        <div key={field}>
          <dt className="text-sm font-semibold">{FIELD_NAMES[field]}</dt>
          <dd className="mt-1">
            <Difference before={before} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Difference({ before, after }: Pick<FieldDifference, 'before' | 'after'>) {
  const parts = useMemo(() => (before === null ? null : wordDifference(before, after)), [before, after]);
  if (parts) {
    return (
      <p
        dir="auto"
        className="max-h-72 overflow-y-auto rounded-control bg-ground p-3 wrap-anywhere whitespace-pre-wrap"
      >
        {parts.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts have no other identity and never move
          <Part key={index} part={part} />
        ))}
      </p>
    );
  }
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">{before === null ? MESSAGES.unknownBefore : MESSAGES.tooMuch}</p>
      {before !== null && <Whole label={MESSAGES.before} text={before} />}
      <Whole label={MESSAGES.after} text={after} />
    </div>
  );
}

function Part({ part: { kind, text } }: { part: DifferencePart }) {
  switch (kind) {
    case 'added':
      return <ins className="ms-0.5 text-good underline decoration-2 underline-offset-4">{text}</ins>;
    case 'removed':
      return <del className="text-danger line-through">{text}</del>;
    case 'gap':
      return <span className="text-muted">{MESSAGES.gap}</span>;
    case 'same':
      return text;
  }
}

function Whole({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="text-sm">{label}</p>
      <p
        dir="auto"
        className="max-h-48 overflow-y-auto rounded-control bg-ground p-3 wrap-anywhere whitespace-pre-wrap"
      >
        {text || MESSAGES.empty}
      </p>
    </div>
  );
}

/** Who saved the newest words of a video, and when; nothing until that is known. */
export function SavedBy({ videoId }: { videoId: string }) {
  const { data } = useWordVersions(videoId);
  const newest = data?.[0];
  if (!newest) return null;
  const who = newest.producer ?? HISTORY_MESSAGES.nobody;
  return <p className="text-sm text-muted">{EDIT_MESSAGES.theirs(who, shortDateTime(newest.savedAt))}</p>;
}

interface OvertakenProps {
  videoId: string;
  /** What to do about it. */
  text: string;
  children: ReactNode;
}

/** Somebody else has saved meanwhile: who, what of it is other than what was typed here, and what to do. It comes into view. */
export function Overtaken({ videoId, text, children }: OvertakenProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={box} className="grid scroll-mt-4 gap-3 rounded-control border border-line p-4">
      <StatusLine tone="warn">{text}</StatusLine>
      <SavedBy videoId={videoId} />
      {children}
    </div>
  );
}
