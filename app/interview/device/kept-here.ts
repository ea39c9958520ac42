import { openChosenFiles } from '../../shared/chosen-files/chosen-files.js';
import type { KeptFiles } from '../../shared/chosen-files/use-chosen-files.js';
import { type DraftOwner, type LocalDrafts, openLocalDrafts } from '../local-drafts/local-drafts.js';
import { forgetUnwanted } from '../sent-drafts/unwanted-uploads.js';
import { forgetSubmissions } from '../submit/submission.js';
import { findHeldDraftsTold, forgetHeldDraft } from './use-held-draft.js';
import { forgetAllWords, hasKeptWords } from '../written/kept-words.js';

/** What this browser keeps of the person. */
export interface KeptHere {
  /** Of recordings. */
  count: () => Promise<number>;
  hasUnsentWords: () => boolean;
  /** Chosen, and not added yet. */
  hasPhotosLeft: () => Promise<boolean>;
  /** As HELD_DRAFT_TOLD has them: of which recordings the server was told that they wait here. */
  findHeldDraftsTold: () => string[];
  /** With words, and a Submit that has not arrived. */
  forgetAll: () => Promise<void>;
}

/** See CurrentUser. */
interface Whose {
  id: string;
  keptUnder: DraftOwner;
}

/** With the means of this browser, for a page that shows no interview. */
export function openKeptOf(person: Whose): KeptHere {
  const { keptUnder } = person;
  const drafts = openLocalDrafts(keptUnder, () => undefined);
  const photos = openChosenFiles('photos');
  return {
    count: () => drafts.countAtRisk(),
    hasUnsentWords: () => hasKeptWords(keptUnder),
    hasPhotosLeft: () => photos.has(keptUnder),
    findHeldDraftsTold: () => findHeldDraftsTold(keptUnder),
    forgetAll: () => forgetKept(person, drafts, photos),
  };
}

/** What another tab works on goes, too. Rejects where something cannot be removed. */
export async function forgetKept(
  { id, keptUnder }: Whose,
  drafts: Pick<LocalDrafts, 'forgetAll'>,
  photos: Pick<KeptFiles, 'forgetAll'>,
): Promise<void> {
  forgetAllWords(keptUnder);
  forgetSubmissions(keptUnder);
  forgetUnwanted([id, ...keptUnder]);
  forgetHeldDraft(keptUnder);
  await Promise.all([drafts.forgetAll(), photos.forgetAll(keptUnder)]);
}
