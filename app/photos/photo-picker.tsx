import { ImagePlus } from 'lucide-react';
import { type ChangeEvent, type Ref, useRef } from 'react';
import { Button } from '../shared/ui/button.js';
import { PHOTO_MESSAGES as TEXT } from './photos.messages.js';

interface PhotoPickerProps {
  buttonRef: Ref<HTMLButtonElement>;
  hasPhotos: boolean;
  onChoose: (files: File[]) => void;
}

/** Opens the device's own picker for any number of pictures. */
export function PhotoPicker({ buttonRef, hasPhotos, onChoose }: PhotoPickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(event.target.files ?? [])]);
    // The same picture may be chosen again later.
    event.target.value = '';
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <input ref={input} type="file" accept="image/*,.heic,.heif" multiple hidden onChange={take} />
      <Button ref={buttonRef} variant="outline" onClick={() => input.current?.click()}>
        <ImagePlus size={20} aria-hidden />
        {hasPhotos ? TEXT.chooseMore : TEXT.choose}
      </Button>
      <p className="text-sm text-muted">{TEXT.sizeHint}</p>
    </div>
  );
}
