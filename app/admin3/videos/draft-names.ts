import type { ReleaseState } from '../../../api/contract/releases.js';
import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { hasDraft } from '../../shared/drafts/form-drafts.js';
import type { VideoRowAction } from './video-row-actions.js';

/** Of the forms about one video in which something can be typed, each by the action that opens it. */
const FORMS = ['edit', 'captions', 'draft', 'paper'] as const;

type FormAction = (typeof FORMS)[number];

export function draftName({ id }: Pick<ShowcaseVideo, 'id'>, action: FormAction): string {
  return `video:${id}:${action}`;
}

/** The form of this video in which unsaved words wait; null when none do. */
export function formWithDraft(video: ShowcaseVideo): VideoRowAction | null {
  const canOpen: Record<FormAction, boolean> = {
    edit: true,
    captions: video.cues !== null,
    draft: video.draft?.state === 'ready',
    paper: takesPaper(video.release),
  };
  return FORMS.find((action) => canOpen[action] && hasDraft(draftName(video, action))) ?? null;
}

/** Whether its person has left it open what a paper says: a "no" and a wish for changes that is open count more than any. */
export function takesPaper(release: ReleaseState): boolean {
  return takesAnswer(release) || release.standing === 'expired' || release.standing === 'elsewhere';
}

/** Whether nothing is said of it as it is. Once something was changed, they say whether it is what they meant. */
export function takesAnswer({ standing, isOfAnotherCut }: ReleaseState): boolean {
  return standing === 'none' || standing === 'outdated' || (standing === 'change' && isOfAnotherCut);
}
