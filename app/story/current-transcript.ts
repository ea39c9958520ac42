import { excerpt, needsExcerpt } from '../../api/contract/common/excerpt.js';
import type { ShortForm } from '../../api/contract/transcripts/short-forms.js';
import { chapterOf, type PageParts } from './page.js';
import { isInForm } from './story-length.js';
import { PLAYER_MESSAGES as messages } from './player.messages.js';

/** The words of the current video under the player on a phone: an excerpt, with Read more and Show less. */
export function createCurrentTranscript({ find }: PageParts, length: () => ShortForm | 'words' | null) {
  const [text] = find('current-text');
  const [toggle] = find('current-toggle');
  let whole: Element | null = null;
  let isUnfolded = false;

  const show = () => {
    if (!text || !toggle) return;
    const paragraphs = [...(whole?.querySelectorAll('p') ?? [])].map((paragraph) => wordsOf(paragraph, length()));
    const transcript = paragraphs.filter((words) => words !== '').join('\n\n');
    if (isUnfolded && whole) text.replaceChildren(whole.cloneNode(true));
    else text.textContent = excerpt(transcript);
    toggle.hidden = !needsExcerpt(transcript);
    toggle.setAttribute('aria-expanded', String(isUnfolded));
    toggle.textContent = isUnfolded ? messages.showLess : messages.readMore;
  };
  toggle?.addEventListener('click', () => {
    isUnfolded = !isUnfolded;
    show();
  });

  return {
    /** Shows the words of another video, folded. */
    change(clipId: string): void {
      whole = chapterOf(clipId)?.querySelector('[data-transcript]') ?? null;
      isUnfolded = false;
      show();
    },
  };
}

/** Of a timed paragraph the lines that are shown. */
function wordsOf(paragraph: HTMLElement, length: ShortForm | 'words' | null): string {
  const cues = [...paragraph.querySelectorAll<HTMLElement>('.cue')];
  if (cues.length === 0) return paragraph.textContent.trim();
  return cues
    .filter((cue) => isInForm(cue, length))
    .map(({ textContent }) => textContent)
    .join(' ');
}
