import { useEffect, useState } from 'react';
import { findDraft, forgetOfProducer, isSame, keepDraft, type OfferedDraft, watchOtherTabs } from './form-drafts.js';

/** The draft of a form, with what is to be done about it. */
export interface FormDraftUse<T> {
  /** Null when there is none, or when it is settled. */
  offered: OfferedDraft<T> | null;
  /** The form goes on without the offer: with its words, or with the saved ones. */
  settle: () => void;
}

/**
 * What an earlier opening of this form has left. One that is not stale is to be filled in at once, and told of by
 * `DraftNotice`; a stale one is chosen about first, by `DraftChoice`.
 * @param form names the form and what it is about, the same for every opening
 * @param saved what the form shows without a draft
 */
export function useOfferedDraft<T>(form: string, saved: T): FormDraftUse<T> {
  const [offered, setOffered] = useState(() => findDraft(form, saved));
  return { offered, settle: () => setOffered(null) };
}

/** Of the forms that are open in this tab: what keeps their words once more. */
const openForms = new Map<string, () => void>();

/**
 * Keeps what is typed at every change. Leaving the page is asked about in a browser that cannot keep it, and where another
 * tab has kept other words in its place, as long as nothing more is typed here.
 */
export function useKeptDraft<T>(form: string, words: T, base: T): void {
  const text = JSON.stringify([words, base]);
  useEffect(() => {
    const [now, then] = JSON.parse(text) as [unknown, unknown];
    const keepNow = () => keepDraft(form, now, then);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const guard = () => addEventListener('beforeunload', ask);
    if (!keepNow()) guard();
    const stopWatching = watchOtherTabs(form, () => {
      if (!isSame(now, then)) guard();
    });
    openForms.set(form, keepNow);
    return () => {
      stopWatching();
      removeEventListener('beforeunload', ask);
      openForms.delete(form);
    };
  }, [form, text]);
}

/** Somebody closes a form whose words are to stay: these do, whatever another tab has kept in their place. */
export function keepAtClosing(form: string): void {
  openForms.get(form)?.();
}

/** These words are saved. What was typed after they were sent stays a draft. */
export function settleDraft(form: string, saved: unknown): void {
  if (!findDraft(form, saved)) forgetOfProducer(form);
}
