import type { ParticipantStatus } from '../people/participants.js';
import { TRACKED_STEPS, LAST_STEP, type StepField } from './steps.js';

/** The screen on which photos and videos are uploaded. */
export const MEDIA_UPLOAD_SCREEN = LAST_STEP;

/** When a person completed each step and their media, null or missing: not yet; and whether they have pressed Submit. */
export type InterviewProgress = { [field in StepField | 'mediaUploadCompletedAt']?: Date | string | null } & {
  status: ParticipantStatus;
};

/** In the product it ends with Submit. External forms have none: there it ends when the media have come. */
export type InterviewPlace = 'product' | 'external_forms';

/**
 * The number of the screen on which a person goes on: the one before the first open step, as step n is completed on
 * screen n − 1 (the step 0 by registering). With every step completed it is the media upload; null when all is done. Media
 * alone end nothing in the product: anyone can send some through the public page, before or instead of the photo step.
 */
export function nextScreen(progress: InterviewProgress, place: InterviewPlace): number | null {
  if (progress.status === 'submitted') return null;
  const firstOpen = TRACKED_STEPS.find(({ field }) => !progress[field]);
  if (firstOpen) return Math.max(0, firstOpen.number - 1);
  return place === 'external_forms' && progress.mediaUploadCompletedAt ? null : MEDIA_UPLOAD_SCREEN;
}
