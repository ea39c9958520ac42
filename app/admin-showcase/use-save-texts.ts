import { useState } from 'react';
import type { EditShowcaseVideoRequest, SavedShowcaseVideo, ShowcaseVideo } from '../../api/contract/showcase.js';
import { tellFailure } from '../admin-gate/tell-failure.js';
import { HttpError } from '../shared/http/http-error.js';
import { EDIT_MESSAGES as MESSAGES } from './admin-showcase.messages.js';
import { useEditVideo } from './showcase-mutations.js';

interface TextsSaving {
  /** Null when that failed, which is told. */
  save: (changes: Omit<EditShowcaseVideoRequest, 'textsVersion'>) => Promise<SavedShowcaseVideo | null>;
  isPending: boolean;
  /** Somebody else has changed the texts since they were opened: saving once more replaces theirs. */
  isOvertaken: boolean;
}

/** Saves the texts of a video as it was opened, and never over those of somebody else unless that is asked for. */
export function useSaveTexts({ id, textsVersion }: ShowcaseVideo): TextsSaving {
  const { mutateAsync, isPending } = useEditVideo();
  const [isOvertaken, setOvertaken] = useState(false);
  const save: TextsSaving['save'] = async (changes) => {
    try {
      return await mutateAsync({ videoId: id, changes: isOvertaken ? changes : { ...changes, textsVersion } });
    } catch (error) {
      if (error instanceof HttpError && error.code === 'texts_changed') setOvertaken(true);
      tellFailure(error, MESSAGES.failed, MESSAGES.failedHint);
      return null;
    }
  };
  return { save, isPending, isOvertaken };
}
