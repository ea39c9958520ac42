import { useRef } from 'react';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { ChosenPhotoCard } from './chosen-photo-card.js';
import { PhotoPicker } from './photo-picker.js';
import { isSending } from './photo-queue.js';
import { photoStatus } from './photo-status.js';
import { PHOTO_MESSAGES as TEXT } from './photos.messages.js';
import { SavedPhotos } from './saved-photos.js';
import { useKeptFocus } from './use-kept-focus.js';
import type { Photos } from './use-photos.js';

/** Choosing, describing, adding and deleting photos. */
export function PhotoCollection({ photos }: { photos: Photos }) {
  const { saved, queue } = photos;
  const picker = useRef<HTMLButtonElement>(null);
  useKeptFocus(picker, `${queue.length} ${saved?.length}`);
  return (
    <div className="grid gap-6">
      <PhotoPicker buttonRef={picker} hasPhotos={queue.length > 0 || Boolean(saved?.length)} onChoose={photos.choose} />
      <StatusLine tone={saved && saved.length > 0 && queue.length === 0 ? 'good' : 'muted'}>
        {saved ? photoStatus(queue, saved.length) : loadText(photos)}
      </StatusLine>
      {!saved && photos.hasLoadFailed && (
        <Button variant="outline" className="justify-self-start" onClick={photos.refresh}>
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
        <Button variant="outline" disabled={isSending(queue)} onClick={() => void addAll()}>
          {TEXT.addAll(queue.length)}
        </Button>
      )}
    </section>
  );
}

function loadText({ hasLoadFailed }: Photos): string {
  return hasLoadFailed ? TEXT.loadFailed : TEXT.loading;
}
