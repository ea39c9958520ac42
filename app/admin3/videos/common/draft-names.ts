import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { hasDraft } from '../../../shared/drafts/form-drafts.js';
import { takesPaper } from './release-standing.js';

/** Of the forms about one video in which something can be typed, each by the action that opens it. */
const FORMS = ['edit', 'captions', 'draft', 'paper'] as const;

type FormAction = (typeof FORMS)[number];

export function draftName({ id }: Pick<ShowcaseVideo, 'id'>, action: FormAction): string {
  return `video:${id}:${action}`;
}

/** The form of this video in which unsaved words wait; null when none do. */
export function formWithDraft(video: ShowcaseVideo): FormAction | null {
  const canOpen: Record<FormAction, boolean> = {
    edit: true,
    captions: video.cues !== null,
    draft: video.draft?.state === 'ready',
    paper: takesPaper(video.release),
  };
  return FORMS.find((action) => canOpen[action] && hasDraft(draftName(video, action))) ?? null;
}
