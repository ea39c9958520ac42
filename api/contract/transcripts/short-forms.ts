import type { TranscriptCue } from './cues.js';

/** The short forms of a story, in minutes: lines that producers chose, one after the other. What is in the first is in the second. */
export const SHORT_FORMS = [2, 10] as const;
export type ShortForm = (typeof SHORT_FORMS)[number];

/** How much of a story somebody reads and watches: all of it, a short form, or its words without its videos. */
export const STORY_LENGTHS = ['whole', '10', '2', 'words'] as const;
export type StoryLength = (typeof STORY_LENGTHS)[number];

/** The short forms that a line belongs to. */
export function formsOf({ form }: Pick<TranscriptCue, 'form'>): ShortForm[] {
  return form === undefined ? [] : SHORT_FORMS.filter((minutes) => minutes >= form);
}

/** The short forms for which somebody chose a line: one that nobody chose for is not offered. */
export function chosenForms(transcripts: readonly (readonly TranscriptCue[] | null)[]): ShortForm[] {
  const forms = new Set(transcripts.flatMap((cues) => cues ?? []).map(({ form }) => form));
  return SHORT_FORMS.filter((minutes) => forms.has(minutes));
}

/** The short forms in which something is left out that begins with this line of a transcript. */
export function gapsBefore(cues: readonly TranscriptCue[], index: number): ShortForm[] {
  const [before, cue] = [cues[index - 1], cues[index]];
  if (!cue) return [];
  return SHORT_FORMS.filter(
    (minutes) => !formsOf(cue).includes(minutes) && (!before || formsOf(before).includes(minutes)),
  );
}

/** How many seconds of a transcript a short form has. */
export function secondsOfForm(cues: readonly TranscriptCue[], minutes: ShortForm): number {
  return cues
    .filter((cue) => formsOf(cue).includes(minutes))
    .reduce((seconds, { start, end }) => seconds + end - start, 0);
}

/** What a short form has of a transcript, with an ellipsis wherever something is left out. */
export function wordsOfForm(cues: readonly TranscriptCue[], minutes: ShortForm): string {
  const parts = cues.flatMap((cue, index) => {
    if (gapsBefore(cues, index).includes(minutes)) return '…';
    return formsOf(cue).includes(minutes) ? cue.text : [];
  });
  return parts.join(' ');
}
