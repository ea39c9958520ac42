const graphemes = new Intl.Segmenter();

/** The longest text that a row of the list unfolds; the rest is read on the story page, 48 whole transcripts weigh too much. */
const UNFOLDED_MAX_LENGTH = 2_000;

/** A transcript as the list unfolds it, and whether something is left to read on the story page. */
export function unfoldedText(transcript: string): { text: string; isCut: boolean } {
  if (transcript.length <= UNFOLDED_MAX_LENGTH) return { text: transcript, isCut: false };
  const end = transcript.lastIndexOf(' ', UNFOLDED_MAX_LENGTH);
  const cut = end > 0 ? end : (graphemes.segment(transcript).containing(UNFOLDED_MAX_LENGTH)?.index ?? 0);
  return { text: `${transcript.slice(0, cut)}…`, isCut: true };
}
