import { useEffect, useState } from 'react';
import { findDraft, forgetOfProducer, keepDraft, type OfferedDraft } from './form-drafts.js';

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

/** Keeps what is typed at every change. In a browser that cannot keep it, leaving the page is asked about. */
export function useKeptDraft<T>(form: string, words: T, base: T): void {
  const text = JSON.stringify([words, base]);
  useEffect(() => {
    const [now, then] = JSON.parse(text) as [unknown, unknown];
    if (keepDraft(form, now, then)) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [form, text]);
}

/** These words are saved. What was typed after they were sent stays a draft. */
export function settleDraft(form: string, saved: unknown): void {
  if (!findDraft(form, saved)) forgetOfProducer(form);
}
