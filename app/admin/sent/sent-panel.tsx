import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useDialogPlace } from '../../shared/ui/dialog-place.js';
import { useReturnFocus } from '../../shared/ui/use-return-focus.js';
import { PHOTO_MESSAGES as MESSAGES } from '../common/admin.messages.js';
import { AnswerList } from './answer-list.js';
import type { PhotoOwner } from '../common/people.js';
import { LoadFailure } from '../../shared/ui/load-failure.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { Pager } from '../../shared/ui/table/pager.js';
import { pageOf } from '../../shared/ui/table/paging.js';
import { PhotoCard } from './photo-card.js';
import { WishesSection } from './wishes-section.js';
import { photosFailure, photosPending, useUserPhotos } from './sent-requests.js';

interface SentPanelProps {
  owner: PhotoOwner;
  onClose: () => void;
}

/** The photos, videos and answers of one person over the page, wider than a dialog that asks something; the shared one has no room for them. */
export function SentPanel({ owner: { name, email, userId, photosPath }, onClose }: SentPanelProps) {
  const returnFocus = useReturnFocus();
  const place = useDialogPlace((isOpen) => !isOpen && onClose());
  return (
    <Dialog.Root open onOpenChange={place.onOpenChange}>
      <Dialog.Portal container={place.container}>
        <div className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Content {...returnFocus} data-modal className="dialog w-[min(64rem,100vw-2rem)] pt-0">
          <div className="sticky top-0 z-10 mb-3 bg-surface pt-5 pb-3 sm:pt-8">
            <div className="flex items-start justify-between gap-4">
              <Dialog.Title tabIndex={-1} className="min-w-0 outline-none text-lg wrap-anywhere sm:text-xl">
                {MESSAGES.title(name)}
              </Dialog.Title>
              <Dialog.Close className="button flex-none" data-variant="outline" data-size="compact">
                <X size={18} aria-hidden />
                {MESSAGES.close}
              </Dialog.Close>
            </div>
            <Dialog.Description className="mt-1 wrap-anywhere text-muted">
              {name === email ? MESSAGES.unregistered : email}
            </Dialog.Description>
          </div>
          <PhotoList photosPath={photosPath} />
          {userId !== null && <AnswerList userId={userId} />}
          {userId !== null && <WishesSection userId={userId} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const PAGE_SIZE = 12;

/** The photos and videos of one person or sender, or why there are none. */
function PhotoList({ photosPath }: { photosPath: string }) {
  const [page, setPage] = useState(0);
  const { data: photos, isError, error, failureCount, isFetching, refetch } = useUserPhotos(photosPath);
  if (photos === undefined && (isFetching || !isError)) {
    return <StatusLine>{photosPending(failureCount)}</StatusLine>;
  }
  if (photos === undefined) {
    return <LoadFailure text={photosFailure(error)} onTryAgain={() => void refetch()} />;
  }
  if (photos.length === 0) {
    return (
      <div>
        <p>{MESSAGES.none}</p>
        <p className="text-muted">{MESSAGES.noneHint}</p>
      </div>
    );
  }
  const paged = pageOf(photos, page, PAGE_SIZE);
  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {paged.rows.map((photo) => (
          <PhotoCard key={photo.id} photo={photo} photosPath={photosPath} />
        ))}
      </ul>
      <Pager heading={MESSAGES.photos} place={paged} onPage={setPage} />
    </>
  );
}
