import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { usePortalContainer } from '../shared/ui/portal-container.js';
import { useReturnFocus } from '../shared/ui/use-return-focus.js';
import { PHOTO_MESSAGES as MESSAGES } from './admin.messages.js';
import { AnswerList } from './answer-list.js';
import type { PhotoOwner } from './person.js';
import { PhotoList } from './photo-list.js';

interface PhotosPanelProps {
  owner: PhotoOwner;
  onClose: () => void;
}

/** The photos, videos and answers of one person over the page, wider than a dialog that asks something; the shared one has no room for them. */
export function PhotosPanel({ owner: { name, email, userId, photosPath }, onClose }: PhotosPanelProps) {
  const returnFocus = useReturnFocus();
  const container = usePortalContainer();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal container={container}>
        <div className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Content {...returnFocus} data-modal className="dialog w-[min(64rem,100vw-2rem)] pt-0">
          <div className="sticky top-0 z-10 mb-3 bg-surface pt-5 pb-3 sm:pt-8">
            <div className="flex items-start justify-between gap-4">
              <Dialog.Title className="min-w-0 text-lg wrap-anywhere sm:text-xl">{MESSAGES.title(name)}</Dialog.Title>
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
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
