import { useState } from 'react';
import { forgetOfProducer } from './form-drafts.js';
import { keepAtClosing, useOfferedDraft } from './use-form-draft.js';

interface DraftDialogOptions<T> {
  /** Names the form and what it is about, the same for every opening. */
  form: string;
  /** What the form shows without a draft. */
  saved: T;
  onClose: () => void;
}

/**
 * The dialog around a form whose words are kept: it opens with an earlier draft, and asks before it closes over what is
 * not saved.
 */
export function useDraftDialog<T>({ form, saved, onClose }: DraftDialogOptions<T>) {
  const { offered, settle } = useOfferedDraft(form, saved);
  const [isLeaving, setLeaving] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isChanged, setChanged] = useState(false);

  /** @param isUnsaved of a form that does not tell its changes by `onChanged` */
  const closeOver = (isUnsaved: boolean) => {
    if (isUnsaved) setLeaving(true);
    else onClose();
  };
  const close = () => closeOver(isChanged);
  return {
    offered,
    settle,
    closeOver,
    /** The saved version is taken in place of the offered one. */
    takeTheirs: () => {
      forgetOfProducer(form);
      settle();
    },
    onOpenChange: (open: boolean) => {
      if (!open && !isBusy) close();
    },
    /** For the form in it. */
    formProps: {
      keptAt: offered?.keptAt ?? null,
      isLeaving,
      onChanged: setChanged,
      onBusy: setBusy,
      onClose: close,
      onStay: () => setLeaving(false),
      onKeep: () => {
        keepAtClosing(form);
        onClose();
      },
      onDiscard: () => {
        forgetOfProducer(form);
        onClose();
      },
      onDiscardDraft: settle,
    },
  };
}

/** What a form in such a dialog is given. */
export type DraftFormProps = ReturnType<typeof useDraftDialog>['formProps'];
