import type { TranscriptCue } from '../../api/contract/cues.ts';

/** The sentences of a made-up transcript as if they were said one after the other, each as long as its words take. */
export function sentencesInTime(transcript: string, seconds: number): TranscriptCue[] {
  const sentences = transcript.match(/[^.!?]+[.!?]+/g)?.map((sentence) => sentence.trim()) ?? [];
  const letters = sentences.join('').length;
  let said = 0;
  const now = () => Math.round((said / letters) * seconds * 1_000) / 1_000;
  return sentences.map((text) => {
    const start = now();
    said += text.length;
    return { start, end: now(), text };
  });
}
