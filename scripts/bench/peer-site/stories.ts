import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { GalleryPage } from '../../../api/contract/pages.js';
import type { StoryOverviewItem, UserStory } from '../../../api/contract/stories/stories.js';
import type { InterviewQuestion } from '../../../api/contract/interview/questions.js';

const PEOPLE_A_PAGE = 48;

const { items, questions } = JSON.parse(readFileSync(process.env.BENCH_STORIES ?? '', 'utf8')) as {
  items: StoryOverviewItem[];
  questions: InterviewQuestion[];
};

export const stories = new Map<string, UserStory>(
  items.map(({ user, videos, overviewVideo }) => [user.userName, { user, videos, overviewVideo, questions }]),
);

const count = Math.ceil(items.length / PEOPLE_A_PAGE);
export const galleries: GalleryPage[] = Array.from({ length: count }, (_, index) => ({
  number: index + 1,
  newer: index === 0 ? undefined : index,
  older: index + 1 === count ? undefined : index + 2,
  items: items.slice(index * PEOPLE_A_PAGE, (index + 1) * PEOPLE_A_PAGE),
}));

/** Changes with what a page shows, so that an incremental build may leave the page alone. */
export const cacheKey = (shown: object) => createHash('sha256').update(JSON.stringify(shown)).digest('hex');
