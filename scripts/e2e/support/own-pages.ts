import { galleryPath, storyPath } from '../../../api/contract/stories/story-slug.ts';
import type { PagePayload } from '../../../api/contract/pages.ts';
import type { PublishedStory } from './publish-story.ts';
import type { StateRules } from './sizes.ts';

/** A state of a page that its address alone brings about. */
export interface PageState {
  /** Of its kept screen; none for one that looks like another. */
  name?: string;
  address: string;
  /** What is there once it is drawn. */
  sign: string | RegExp;
  /** What must hold of it at every size. */
  rules?: StateRules;
}

type Page = PagePayload['page'];
type ArchivePage = 'gallery' | 'listen' | 'story' | 'not-found';
type StaffPage = Exclude<Extract<Page, `admin${string}`>, 'admin-link'>;
/** The interview is all states that are brought about: each journey does so itself. */
type OpenPage = Exclude<Page, ArchivePage | StaffPage | 'interview' | 'admin-link'>;

/** As they are for somebody of whom nothing is known. A new page has its line here, and every journey looks at it. */
const BY_PAGE: Record<OpenPage, readonly PageState[]> = {
  landing: [
    { name: 'landing', address: '/', sign: 'Donate' },
    { name: 'landing-start', address: '/#get-started', sign: 'Get Started - Enter Your Information' },
    { name: 'landing-resume', address: '/#resume', sign: 'Resume Your Interview' },
    { name: 'landing-questions', address: '/#questions', sign: 'Interview Questions Preview' },
    { name: 'landing-link', address: '/#signin=none', sign: /./ },
  ],
  resume: [{ name: 'resume', address: '/resume', sign: 'Continue from Here' }],
  'save-progress': [
    { address: '/save-progress?contact_email=a@example.org&question=1', sign: 'Continue Your Interview' },
  ],
  upload: [
    { name: 'upload', address: '/upload', sign: 'Submit Media' },
    { name: 'upload-thanks', address: '/upload?submitted=true', sign: 'Thank You!' },
  ],
  'one-moment': [{ name: 'one-moment', address: '/one-moment', sign: 'One Moment' }],
  test24: [{ name: 'test24', address: '/test24', sign: /./ }],
  privacy: [
    { name: 'privacy', address: '/privacy', sign: /./ },
    { name: 'privacy-easy', address: '/privacy/easy', sign: /./ },
  ],
  guardian: [{ name: 'guardian', address: '/guardian', sign: /./ }],
  help: [{ name: 'help', address: '/help', sign: /./ }],
  release: [{ name: 'release', address: '/release', sign: 'This link opens nothing' }],
  'my-story': [{ name: 'my-story', address: '/my-story', sign: 'Please sign in first.' }],
};

export const OPEN_PAGES: readonly PageState[] = Object.values(BY_PAGE).flat();

/** What staff find before they have signed in. */
const GATE_OF: Record<StaffPage, PageState> = {
  admin: { name: 'admin-gate', address: '/admin', sign: 'Admin Access' },
  admin2: { name: 'admin2-gate', address: '/admin2', sign: 'Admin Dashboard 2' },
  admin3: { name: 'admin3-gate', address: '/admin3', sign: 'Admin3 Panel' },
  admin4: { name: 'admin4-gate', address: '/admin4', sign: /Admin4 Panel/ },
};

export const GATES: readonly PageState[] = Object.values(GATE_OF);

/** Of an archive with this story, whose answer to the third question can be heard; one of its others says “climb”. */
export function archivePages({ firstName, userName, videoIds }: PublishedStory): readonly PageState[] {
  const address = storyPath(userName);
  const sign = `${firstName}'s Story`;
  const pages: Record<ArchivePage, readonly PageState[]> = {
    gallery: [
      { name: 'stories', address: galleryPath(null), sign: 'Story Archive' },
      { name: 'stories-found', address: '/stories?q=climb', sign: /^Search Results \(\d+\)/ },
      { name: 'stories-none-found', address: '/stories?q=zzzzzz', sign: /No results found/ },
    ],
    'not-found': [
      { name: 'not-found', address: '/nowhere', sign: 'Page Not Found' },
      { name: 'story-not-found', address: '/stories/nobody-2020-01-01', sign: 'Story Not Found' },
    ],
    story: [
      { name: 'story', address, sign, rules: { whole: ['.player-frame'] } },
      { name: 'story-chapter', address: `${address}#video-${videoIds[3]}`, sign },
    ],
    listen: [{ name: 'listen', address: '/listen/life-today', sign: 'Life today' }],
  };
  return Object.values(pages).flat();
}
