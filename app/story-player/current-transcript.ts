import { excerpt, needsExcerpt } from '../../api/contract/excerpt.js';
import { chapterOf, type PageParts } from './page-parts.js';
import { PLAYER_MESSAGES as messages } from './player.messages.js';

/** The words of the current video under the player on a phone: an excerpt, with Read more and Show less. */
export function createCurrentTranscript({ find }: PageParts) {
  const [text] = find('current-text');
  const [toggle] = find('current-toggle');
  let transcript = '';
  let isUnfolded = false;

  const show = () => {
    if (!text || !toggle) return;
    text.textContent = isUnfolded ? transcript : excerpt(transcript);
    toggle.hidden = !needsExcerpt(transcript);
    toggle.ariaExpanded = String(isUnfolded);
    toggle.textContent = isUnfolded ? messages.showLess : messages.readMore;
  };
  toggle?.addEventListener('click', () => {
    isUnfolded = !isUnfolded;
    show();
  });

  return {
    /** Shows the words of another video, folded. */
    change(clipId: string): void {
      const paragraphs = chapterOf(clipId)?.querySelectorAll('[data-transcript] p') ?? [];
      transcript = [...paragraphs].map((paragraph) => paragraph.textContent).join('\n\n');
      isUnfolded = false;
      show();
    },
  };
}
