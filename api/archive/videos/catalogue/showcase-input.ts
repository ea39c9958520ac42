import { checkCues } from '../../../contract/transcripts/cues.js';
import { type ReadTranscript, readCues, readTranscript } from '../../../contract/transcripts/transcript-input.js';
import { HOSTED_VIDEO_EXPECTED, parseHostedVideo, watchAddress } from '../../../contract/media/hosted-video.js';
import type { DraftCue } from '../../../contract/transcripts/transcript-drafts.js';
import { AppError } from '../../../platform/http/app-error.js';
import { refuseUnknownFields } from '../../../platform/http/known-fields.js';

/** A line may be sent as an automatic transcript has it. */
const CUE_FIELDS: ReadonlySet<string> = new Set<keyof DraftCue>(['start', 'end', 'text', 'form', 'doubt']);

/** What a client sent as transcript: plain text, or the content of a `.vtt` or `.srt` file; or as timed lines. */
export interface GivenTranscript {
  transcript?: string;
  cues?: unknown[];
}

/** The transcript as it is kept; null when none was given. 400 with a sentence when it cannot be kept. */
export function requireTranscript({ transcript, cues }: GivenTranscript): ReadTranscript | null {
  if (transcript !== undefined && cues !== undefined)
    throw refused('Send the transcript or its timed lines, not both.');
  if (cues !== undefined) {
    for (const cue of cues) refuseUnknownFields(Object(cue) as object, CUE_FIELDS);
    return unlessRefused(readCues(unlessRefused(checkCues(cues))));
  }
  return transcript === undefined ? null : unlessRefused(readTranscript(transcript));
}

/** The one address of the hosted video that a client named; null when it named none. 400 when it is no such address. */
export function requireAddress(given: string | undefined): string | null {
  if (given === undefined) return null;
  const video = parseHostedVideo(given);
  if (!video) throw new AppError(400, 'video_url_refused', HOSTED_VIDEO_EXPECTED);
  return watchAddress(video);
}

function unlessRefused<T extends object>(outcome: T | string): T {
  if (typeof outcome === 'string') throw refused(outcome);
  return outcome;
}

function refused(message: string): AppError {
  return new AppError(400, 'transcript_refused', message);
}
