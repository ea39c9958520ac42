import { excerpt } from '../../../api/contract/excerpt.js';
import type { UserStory } from '../../../api/contract/stories.js';
import { storySentence } from '../../../api/contract/story-title.js';
import { storyClips } from './chapters.js';

/** What search engines and social media say of a story: its own first words, or a sentence when it has none. */
export function storyDescription(story: UserStory): string {
  const words = storyClips(story)
    .map(({ video }) => video.transcript.trim())
    .find((transcript) => transcript !== '');
  return words ? excerpt(words) : storySentence(story.user.firstName);
}

/** Title of the document. */
export function storyDocumentTitle(firstName: string): string {
  return `${firstName}'s ME/CFS Story | Watch Now`;
}
