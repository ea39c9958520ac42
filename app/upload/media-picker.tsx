import { ImagePlus } from 'lucide-react';
import type { ChangeEvent } from 'react';
import { UPLOAD_TEXT as TEXT } from './upload.messages.js';
import { IMAGE_MAX_MB, VIDEO_MAX_MB } from './use-public-upload.js';

interface MediaPickerProps {
  /** Nothing is chosen yet. */
  isFirst: boolean;
  disabled: boolean;
  onChoose: (files: File[]) => void;
}

/** The device's own picker for any number of files. The input fills the box unseen, so that files can be dropped on it. */
export function MediaPicker({ isFirst, disabled, onChoose }: MediaPickerProps) {
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(target.files ?? [])]);
    // The list below is what counts; emptied, the input takes the same file again.
    target.value = '';
  };
  const words = isFirst ? TEXT.choose : TEXT.chooseMore;
  return (
    <div className="relative grid justify-items-center gap-2 rounded-card border border-dashed border-edge px-4 py-6 text-center focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-accent">
      <span aria-hidden className="flex items-center gap-2 font-semibold text-accent">
        <ImagePlus size={22} />
        {words}
      </span>
      <span id="media-hint" className="text-sm text-muted">
        {TEXT.chooseHint(IMAGE_MAX_MB, VIDEO_MAX_MB)}
      </span>
      <input
        type="file"
        accept="image/*,video/*"
        multiple
        aria-label={words}
        aria-describedby="media-hint"
        disabled={disabled}
        onChange={take}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
    </div>
  );
}
