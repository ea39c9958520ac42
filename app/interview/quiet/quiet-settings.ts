import { useState } from 'react';
import { keep, readKeptJson } from '../../shared/local-storage.js';

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

/** Remembered where the browser keeps something; else for as long as the page is open. */
export function useQuietSettings(): Quiet {
  const [settings, setSettings] = useState(readSettings);
  const change = (changes: Partial<QuietSettings>) => {
    const changed = { ...settings, ...changes };
    setSettings(changed);
    keep(KEY, JSON.stringify(changed));
  };
  return { settings, change };
}

function readSettings(): QuietSettings {
  const kept = readKeptJson(KEY) as Partial<QuietSettings> | null;
  return {
    isQuiet: kept?.isQuiet === true,
    hand: HANDS.find((hand) => hand === kept?.hand) ?? 'both',
    isHandsFree: kept?.isHandsFree === true,
  };
}
