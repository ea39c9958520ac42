import { ImagePlus } from 'lucide-react';
import { type ChangeEvent, type Ref, useRef } from 'react';
import { ChosenFilesNotice } from '../shared/chosen-files/chosen-files-notice.js';
import { PICTURE_KINDS } from '../shared/files.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine, type StatusLineProps } from '../shared/ui/status-line.js';
import { useKeptFocus } from '../shared/ui/use-kept-focus.js';
import { ChosenPhotoCard } from './chosen-photo-card.js';
import { type ChosenPhoto, failedCount, isSending, photoStatus } from './photo-queue.js';
import { PHOTO_MESSAGES as TEXT } from './photos.messages.js';
import { SavedPhotos } from './saved-photos.js';
import type { Photos } from './use-photos.js';

/** Choosing, describing, adding and deleting photos. */
export function PhotoCollection({ photos }: { photos: Photos }) {
  const { saved, queue } = photos;
  const picker = useRef<HTMLButtonElement>(null);
  useKeptFocus(picker, `${queue.length} ${saved?.length}`);
  return (
    <div className="grid gap-6">
      <PhotoPicker buttonRef={picker} hasPhotos={queue.length > 0 || Boolean(saved?.length)} onChoose={photos.choose} />
      <StatusLine tone={saved ? toneOf(queue, saved.length) : 'muted'}>
        {saved ? photoStatus(queue, saved.length) : loadText(photos)}
      </StatusLine>
      <ChosenFilesNotice kept={photos.kept} />
      {!saved && photos.hasLoadFailed && (
        <Button variant="outline" className="justify-self-start" onClick={() => void photos.refresh()}>
          {TEXT.tryAgain}
        </Button>
      )}
      {queue.length > 0 && <ChosenPhotos photos={photos} />}
      {saved && saved.length > 0 && <SavedPhotos photos={saved} onRemove={photos.remove} />}
    </div>
  );
}

function ChosenPhotos({ photos: { queue, add, addAll, describe, leaveOut } }: { photos: Photos }) {
  return (
    <section className="grid gap-4">
      <h3 className="text-lg">{TEXT.chosenHeading}</h3>
      <ul className="grid gap-4">
        {queue.map((photo) => (
          <ChosenPhotoCard
            key={photo.id}
            photo={photo}
            onDescribe={(description) => describe(photo.id, description)}
            onAdd={() => void add(photo)}
            onLeaveOut={() => leaveOut(photo.id)}
          />
        ))}
      </ul>
      {queue.length > 1 && (
        <Button variant="outline" pending={isSending(queue)} onClick={() => void addAll()}>
          {TEXT.addAll(queue.length)}
        </Button>
      )}
    </section>
  );
}

function toneOf(queue: ChosenPhoto[], savedCount: number): StatusLineProps['tone'] {
  if (failedCount(queue) > 0 && !isSending(queue)) return 'danger';
  return savedCount > 0 && queue.length === 0 ? 'good' : 'muted';
}

function loadText({ hasLoadFailed }: Photos): string {
  return hasLoadFailed ? TEXT.loadFailed : TEXT.loading;
}

interface PhotoPickerProps {
  buttonRef: Ref<HTMLButtonElement>;
  hasPhotos: boolean;
  onChoose: (files: File[]) => void;
}

/** Opens the device's own picker for any number of pictures. */
function PhotoPicker({ buttonRef, hasPhotos, onChoose }: PhotoPickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(event.target.files ?? [])]);
    // The same picture may be chosen again later.
    event.target.value = '';
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <input ref={input} type="file" accept={PICTURE_KINDS} multiple hidden onChange={take} />
      <Button ref={buttonRef} variant="outline" onClick={() => input.current?.click()}>
        <ImagePlus size={20} aria-hidden />
        {hasPhotos ? TEXT.chooseMore : TEXT.choose}
      </Button>
      <p className="text-sm text-muted">{TEXT.sizeHint}</p>
    </div>
  );
}
