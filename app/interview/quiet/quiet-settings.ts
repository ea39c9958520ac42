import { useState } from 'react';

export const HANDS = ['both', 'left', 'right'] as const;

/** How somebody goes through the interview in this browser. */
interface QuietSettings {
  isQuiet: boolean;
  /** On which side the large controls are. */
  hand: (typeof HANDS)[number];
  isHandsFree: boolean;
}

export interface Quiet {
  settings: QuietSettings;
  change: (changes: Partial<QuietSettings>) => void;
}

const KEY = 'interview-quiet';
const USUAL: QuietSettings = { isQuiet: false, hand: 'both', isHandsFree: false };

/** Remembered where the browser keeps something; else for as long as the page is open. */
export function useQuietSettings(): Quiet {
  const [settings, setSettings] = useState(readSettings);
  const change = (changes: Partial<QuietSettings>) => {
    const changed = { ...settings, ...changes };
    setSettings(changed);
    try {
      localStorage.setItem(KEY, JSON.stringify(changed));
    } catch {
      // Storage is full, or switched off.
    }
  };
  return { settings, change };
}

function readSettings(): QuietSettings {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<QuietSettings>;
    return {
      isQuiet: kept.isQuiet === true,
      hand: HANDS.find((hand) => hand === kept.hand) ?? 'both',
      isHandsFree: kept.isHandsFree === true,
    };
  } catch {
    return USUAL;
  }
}
