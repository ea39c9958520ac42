import type { HelpLine } from './common/help-lines.js';
import type { ListenPage } from './stories/listen.js';
import type { PrivacyFacts, PrivacyForm } from './consent/privacy.js';
import type { InterviewQuestion } from './interview/questions.js';
import type { StoryOverviewItem, UserStory } from './stories/stories.js';
import type { Voice } from './stories/voices.js';

/** Settings of the site that pages show; a changed setting needs a restart, not a build. */
export interface SiteSettings {
  /** Absolute address of the site, without a slash at its end. */
  publicUrl: string;
  donateUrl: string | null;
  documentaryUrl: string | null;
  chatUrl: string | null;
  /** Null leaves the support line out. */
  supportPhone: string | null;
  /** What the words about privacy are filled in with. */
  privacy: PrivacyFacts;
  helpLines: readonly HelpLine[];
  /** Producers sign in by a mailed link or a passkey, not by a password that all of them share. */
  staffAccounts: boolean;
}

/** A page of the gallery by its number: counted from the oldest people on, so that it stays; null for the newest. */
type GalleryNumber = number | null;

export interface GalleryPage {
  number: GalleryNumber;
  /** The pages beside it, where there are any. */
  newer?: GalleryNumber;
  older?: GalleryNumber;
  items: StoryOverviewItem[];
}

/** What the renderer is told about the page it makes: one member per page of site/pages. */
export type PagePayload =
  /** `voices`: the newest people; none also where nobody may be named just now. */
  | { page: 'landing'; questions: InterviewQuestion[]; voices: Voice[] }
  /** `stepUrls`: the external address of each interview step but the last, none when they open in the product. */
  | { page: 'resume'; stepUrls: readonly string[] }
  | { page: 'save-progress' }
  | { page: 'upload' }
  /** `version`: of its words. */
  | { page: 'privacy'; form: PrivacyForm; version: string }
  | { page: 'guardian' }
  | { page: 'help' }
  | { page: 'release' }
  | { page: 'test24' }
  | { page: 'interview' }
  | { page: 'my-story' }
  /** `heardIds`: the questions to which there are answers that can be heard. */
  | { page: 'gallery'; gallery: GalleryPage; questions: InterviewQuestion[]; heardIds: number[] }
  | { page: 'listen'; listen: ListenPage }
  /**
   * `sharePicture`: path of the picture that stands for it where a link is shared. `voices`: other people, the next one first.
   * `isUnlisted`: found by its link alone, and by no search engine. `heardIds`: its questions to which answers can be heard
   * on a page of their own.
   */
  | {
      page: 'story';
      story: UserStory;
      sharePicture: string;
      voices: Voice[];
      isUnlisted: boolean;
      heardIds: number[];
    }
  /** What stands at the address of another page that cannot be shown yet. */
  | { page: 'one-moment' }
  | { page: 'admin' }
  | { page: 'admin2' }
  | { page: 'admin3' }
  | { page: 'admin4' }
  | { page: 'admin-link' }
  /** `isStory`: for the addresses of stories alone; the other one is right for every address. */
  | { page: 'not-found'; isStory: boolean };

/** `Astro.locals` of every page. */
export interface PageLocals {
  settings: SiteSettings;
  payload: PagePayload;
}

/** What came of a page's rendering. */
export interface RenderedPage {
  status: number;
  html: string;
  /** Content security policy, as Astro computes it. */
  policy: string | null;
}

/**
 * The built renderer's module (dist/site/server/entry.mjs): renders the page at `path`. What it is given and what it returns
 * can go to another thread and back.
 */
export interface PageRenderer {
  render(page: { path: string; locals: PageLocals }): Promise<RenderedPage>;
}

/** Each dialog of the landing page and the fragment of the address that opens it. */
export const LANDING_DIALOGS = { start: '#get-started', resume: '#resume', questions: '#questions' } as const;

/** Of the page that waits for another one, where nobody comes who does not look for it. */
export const ONE_MOMENT_PATH = '/one-moment';
