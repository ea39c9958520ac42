import { attempt, forget, keep, readKeptJson } from '../local-storage.js';
import { readProducerName } from './producer-name.js';

/** What was typed into a form of the staff side and is not saved yet, as this browser keeps it. */
interface FormDraft<T> {
  words: T;
  /** What the form was filled with when they were begun. */
  base: T;
  /** ISO 8601. */
  keptAt: string;
}

/** One that a form is opened with again. */
export interface OfferedDraft<T> extends FormDraft<T> {
  /** What it was begun from has been changed since. */
  isStale: boolean;
}

/** Before the name of everything that this browser keeps for producers. */
const PREFIX = 'staff-words:';
/** Under which cut-off uploads were kept before they belonged to a producer. */
const FORMER_KEYS = ['showcase-uploads'];

/** The name given at the gate, as this browser knows it; empty when none was. */
function currentProducer(): string {
  return readProducerName().trim().toLowerCase();
}

/** The draft of a form, unless it says the same as what is saved. */
export function findDraft<T>(form: string, saved: T): OfferedDraft<T> | null {
  const draft = readOfProducer(form) as FormDraft<T> | null;
  if (!draft || isSame(draft.words, saved)) return null;
  return { ...draft, isStale: !isSame(draft.base, saved) };
}

export function hasDraft(form: string): boolean {
  return readOfProducer(form) !== null;
}

/** Keeps what was typed; returns whether the browser does. What is as it was at the beginning is no draft. */
export function keepDraft<T>(form: string, words: T, base: T): boolean {
  if (!isSame(words, base)) return keepForProducer(form, { words, base, keptAt: new Date().toISOString() });
  forgetOfProducer(form);
  return true;
}

/** What this browser keeps for the current producer under `name`; null when there is nothing. */
export function readOfProducer(name: string): unknown {
  return readKeptJson(keyOf(name));
}

/** Returns whether the browser keeps it. */
export function keepForProducer(name: string, value: unknown): boolean {
  return keep(keyOf(name), JSON.stringify(value));
}

export function forgetOfProducer(name: string): void {
  forget(keyOf(name));
}

/** Calls `onOther` when another tab keeps something else for the current producer under `name`, in the place of this tab's. */
export function watchOtherTabs(name: string, onOther: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === keyOf(name) && newValue !== null) onOther();
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

/** Signing out: nothing of anybody stays behind in this browser. */
export function forgetOfEveryProducer(): void {
  attempt(() => {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    for (const key of keys) if (key.startsWith(PREFIX) || FORMER_KEYS.includes(key)) localStorage.removeItem(key);
  });
}

function keyOf(name: string): string {
  return `${PREFIX}${encodeURIComponent(currentProducer())}:${name}`;
}

/** Of what JSON can hold. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
