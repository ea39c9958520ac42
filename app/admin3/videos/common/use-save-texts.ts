import { useState } from 'react';
import type { EditShowcaseVideoRequest, ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { tellFailure } from '../../../admin-gate/failures.js';
import { HttpError } from '../../../shared/http/http-error.js';
import { EDIT_MESSAGES as MESSAGES } from '../../common/admin3.messages.js';
import { type ChangedVideo, readVideo, useEditVideo } from '../../common/video-requests.js';

interface TextsSaving {
  /** Null when that failed, which is told. */
  save: (changes: Omit<EditShowcaseVideoRequest, 'textsVersion'>) => Promise<ChangedVideo | null>;
  isPending: boolean;
  /**
   * The video as somebody else has saved it since it was opened; null as long as nobody has. It has been shown then: saving
   * once more replaces that very version, and none after it.
   */
  theirs: ShowcaseVideo | null;
  /** Why it was not saved the last time, which stays written; null when it was, or nobody has tried. */
  failure: SavingFailure | null;
}

export interface SavingFailure {
  text: string;
  /** A toast has said the same. */
  isSaid: boolean;
}

/**
 * Saves words of a video that was opened, and never over those of somebody else unless those have been shown.
 * @param onOvertaken is given theirs as soon as they are known
 */
export function useSaveTexts(
  { id, textsVersion }: ShowcaseVideo,
  onOvertaken: (theirs: ShowcaseVideo) => void = () => {},
): TextsSaving {
  const { mutateAsync, isPending } = useEditVideo();
  const [theirs, setTheirs] = useState<ShowcaseVideo | null>(null);
  const [failure, setFailure] = useState<SavingFailure | null>(null);
  const save: TextsSaving['save'] = async (changes) => {
    const seen = theirs?.textsVersion ?? textsVersion;
    setFailure(null);
    try {
      return await mutateAsync({ videoId: id, changes: { ...changes, textsVersion: seen } });
    } catch (error) {
      const written = tellFailure(error, MESSAGES.failed, MESSAGES.failedHint);
      // That somebody else has saved is shown in words of its own.
      if (error instanceof HttpError && error.code === 'texts_changed') await show();
      else if (isGone(error)) setFailure({ text: MESSAGES.gone, isSaid: false });
      else setFailure(written === null ? null : { text: written, isSaid: true });
      return null;
    }
  };
  const show = async () => {
    try {
      const now = await readVideo(id);
      setTheirs(now);
      onOvertaken(now);
    } catch (error) {
      tellFailure(error, MESSAGES.failed, MESSAGES.failedHint);
    }
  };
  return { save, isPending, theirs, failure };
}

function isGone(error: unknown): boolean {
  return error instanceof HttpError && error.code === 'showcase_video_not_found';
}
