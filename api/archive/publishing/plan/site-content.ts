import type { LoadedBuild } from './site-build.js';
import type { SiteSettings } from '../../../contract/pages.js';
import type { InterviewQuestion } from '../../../contract/questions.js';
import type { StoryOverviewItem } from '../../../contract/stories.js';

/** What every page of one run is made with. */
export interface SiteContext {
  build: LoadedBuild;
  settings: SiteSettings;
  questions: InterviewQuestion[];
  /** The external address of each interview step but the last, none when they open in the product. */
  stepUrls: readonly string[];
}

/** The stories that a batch of files is made from, by the id of their person. */
export type Stories = ReadonlyMap<string, StoryOverviewItem>;
