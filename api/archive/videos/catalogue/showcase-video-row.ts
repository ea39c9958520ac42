import { createHash } from 'node:crypto';
import {
  type OlderCut,
  type ReplacedCut,
  type SavedShowcaseVideo,
  type ShowcaseVideo as ShowcaseVideoOnTheWire,
  showcaseVideoPath,
} from '../../../contract/videos/showcase.js';
import type { ReleaseState } from '../../../contract/videos/releases.js';
import { standingSentence } from '../../../contract/transcripts/sentences.js';
import type { ShowcaseWords } from '../../../contract/videos/showcase-words.js';
import type { TranscriptDraft as TranscriptDraftOnTheWire } from '../../../contract/transcripts/transcript-drafts.js';
import type { ReadTranscript } from '../../../contract/transcripts/transcript-input.js';
import { notShownOf, type WhyNotShown } from '../../../people/consent/not-shown.js';
import { AppError } from '../../../platform/http/app-error.js';
import { linesOf, releaseStateOf, type StandingCut } from '../releases/standing/release-state.js';
import type { TranscriptDraft } from '../drafts/transcript-draft.entity.js';
import type { PreparationState } from '../../../contract/media/preparation.js';
import type { ShowcaseVideo } from './showcase-video.entity.js';

/** A video with what staff see beside it: whose it is, what it answers, what its file is. */
export interface ShowcaseVideoRow extends ShowcaseVideo, StandingCut, WhyNotShown {
  firstName: string;
  lastName: string;
  questionTitle: string | null;
  /** Of what is played; this and all of the file is null of a video at a host. */
  mimeType: string | null;
  durationSeconds: number | null;
  width: number | null;
  height: number | null;
  hasPoster: boolean;
  /** The picture of a video at a host, which is kept here. */
  thumbnailMediaId: string | null;
  hasAudio: boolean;
  preparationState: PreparationState | null;
  preparationProblem: string | null;
  isShown: boolean;
  /** Null of what is approved; its time as JSON has it. */
  wouldReplace: ReplacedCut | null;
  /** Approved before it; its time as JSON has it. */
  olderCut: OlderCut | null;
  /** How often they were asked about each cut, by its hash. */
  asked: Record<string, number>;
  isWatchable: boolean;
  /** Of an automatic transcript that nobody has settled. */
  draft: Pick<TranscriptDraft, 'state' | 'cues' | 'problem'> | null;
  /** Of the file as it came; as text: PostgreSQL's bigint. */
  bytes: string | null;
}

export function toShowcaseVideo(row: ShowcaseVideoRow): ShowcaseVideoOnTheWire {
  const { id, questionId, title, description, transcript, cues, filename, mimeType, isApproved, isShown } = row;
  const { firstName, lastName, chosenSentence, userName, questionTitle, durationSeconds, width, height } = row;
  const address = showcaseVideoPath(id);
  return {
    id,
    userId: row.participantId,
    questionId,
    title,
    description,
    transcript,
    cues,
    sentence: standingSentence(chosenSentence, transcript),
    textsVersion: textsVersion(row),
    draft: toTranscriptDraft(row.draft),
    videoUrl: whereWatched(row, address),
    posterUrl: row.hasPoster ? `${address}/poster` : null,
    audioUrl: row.hasAudio ? `${address}/audio` : null,
    originalUrl: row.mediaId && `${address}/original`,
    durationSeconds,
    width,
    height,
    preparation: row.preparationState && { state: row.preparationState, problem: row.preparationProblem },
    filename,
    mimeType,
    fileSize: row.bytes === null ? null : Number(row.bytes),
    isApproved,
    approvedAt: row.approvedAt?.toISOString() ?? null,
    isShown,
    showsInstead: isShown ? toOlderCut(row) : null,
    isWatchable: row.isWatchable,
    isUnlisted: row.isUnlisted,
    notShown: notShownOf(row),
    wouldReplace: row.wouldReplace && {
      ...row.wouldReplace,
      approvedAt: new Date(row.wouldReplace.approvedAt).toISOString(),
    },
    release: toReleaseState(row),
    createdAt: row.createdAt.toISOString(),
    user: { firstName, lastName, userName },
    shownName: row.shownName,
    question: questionTitle === null ? null : { title: questionTitle },
  };
}

function toOlderCut({ olderCut }: ShowcaseVideoRow): OlderCut | null {
  return olderCut && { title: olderCut.title, approvedAt: new Date(olderCut.approvedAt).toISOString() };
}

/** At its host, or as a file; null of words. */
export function whereWatched({ videoUrl, mediaId }: ShowcaseVideoRow, address: string): string | null {
  return videoUrl ?? (mediaId && `${address}/stream`);
}

/** Where the video stands with its person. */
export function toReleaseState(row: ShowcaseVideoRow): ReleaseState {
  return releaseStateOf(row);
}

/** With what was left out of the transcript that came with the request, if any did. */
export function toSavedVideo(row: ShowcaseVideoRow, transcript: ReadTranscript | null): SavedShowcaseVideo {
  return { ...toShowcaseVideo(row), ...(transcript?.note && { transcriptNote: transcript.note }) };
}

/** Tells the texts of a video from those before and after a change. Approving it or preparing its file changes nothing. */
export function textsVersion({ title, description, transcript, cues }: ShowcaseWords): string {
  const texts: Record<keyof ShowcaseWords, unknown> = { title, description, transcript, cues: linesOf(cues) };
  return createHash('sha256')
    .update(JSON.stringify(Object.values(texts)))
    .digest('base64url')
    .slice(0, 16);
}

export function noSuchVideo(): AppError {
  return new AppError(404, 'showcase_video_not_found', 'This video does not exist.');
}

export function unclaimed(what: 'approved' | 'noted'): AppError {
  const message = `This cannot be ${what} yet: the owner of the e-mail has not said whether what was recorded before is theirs.`;
  return new AppError(409, 'unclaimed', message);
}

export function videoMoved(): AppError {
  return new AppError(409, 'video_moved', 'Somebody else has moved this video since you opened it.');
}

function toTranscriptDraft(row: ShowcaseVideoRow['draft']): TranscriptDraftOnTheWire | null {
  if (!row) return null;
  switch (row.state) {
    case 'waiting':
      return { state: 'waiting', problem: row.problem };
    case 'ready':
      return { state: 'ready', cues: row.cues ?? [] };
    case 'failed':
      return { state: 'failed', problem: row.problem ?? '' };
    case 'settled':
      return null;
  }
}
