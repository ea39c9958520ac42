/** What somebody who helps may add to a story, by a link that its participant made. */
export type HelpedKind = 'photo' | 'recording' | 'words';

/** Part of whatever a helper may have added: only there where one has. */
export interface FromHelper {
  addedByHelper?: boolean;
  /** Of the link, as its participant named it; left out where they did not. */
  helperName?: string;
}

/** Who has added something in a participant's stead. */
export function addedBy(name = ''): string {
  return name ? `Added by ${name}’s link` : 'Added by a helper';
}

/** One thing that a helper added. */
export interface HelpedThing {
  id: string;
  kind: HelpedKind;
  /** Of a recording and of words; null of a photo. */
  questionId: number | null;
  /** The name of the file; of words the first of them. */
  name: string;
  /** Of words: all of them. */
  text?: string;
  createdAt: string;
  /** Told to the participant alone. */
  helperName?: string;
}

/** A link that still works, as its participant sees it: never the link itself, which is shown once. */
export interface HelperLink {
  id: string;
  /** Whom it is for; empty where its participant gave it no name. */
  name: string;
  createdAt: string;
  endsAt: string;
  /** When it was opened and agreed to first; null while nobody has. */
  openedAt: string | null;
  /** How much of what came by it is still there. */
  added: number;
}

/** GET /api/helpers: links that work, and everything that helpers have added, the newest first. */
export interface Helpers {
  links: HelperLink[];
  added: HelpedThing[];
}

/** POST /api/helpers. */
export interface MakeHelperLinkRequest {
  name?: string;
}

/** 201 of POST /api/helpers; 409 `helpers_full` with as many as there may be. DELETE /api/helpers/{id} ends one (204). */
export interface MadeHelperLink extends HelperLink {
  /** Absolute. Only its hash is kept. */
  url: string;
}

/** POST /api/help/session: opens the link in this browser, and says yes to `HELPER_CONSENT`. 410 `link_expired`. */
export interface OpenHelpRequest {
  token: string;
}

/** GET /api/help: what a helper sees. 401 `signed_out` once the link has ended. */
export interface Help {
  /** Of the link, for `SESSION_OWNER_HEADER`; it opens nothing. */
  id: string;
  /** Or the name that the public knows instead. */
  firstName: string;
  endsAt: string;
  /** False once the story is handed in: nothing can be added then. */
  isOpen: boolean;
  /** Only what came by this very link, the newest first. */
  added: HelpedThing[];
}

/** POST /api/help/words. */
export interface AddWordsRequest {
  questionId: number;
  text: string;
}

/** GET and POST, of the participant. */
export const HELPERS_PATH = '/api/helpers';

/** Of whoever helps, by their link. */
export const HELP_API = '/api/help';

/** Page that the link leads to; behind it stands a number sign, and the token. */
export const HELP_PATH = '/help';

/** What the one who helps agrees to by opening the link. */
export const HELPER_CONSENT =
  'What you add belongs to their story: they see it, can remove it and decide what becomes of it. Add only what everybody in it agrees to.';

/** DELETE: of what a helper has added, by the participant. */
export function helpedThingPath(id: string): string {
  return `${HELPERS_PATH}/added/${id}`;
}
