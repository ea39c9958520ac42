import { useEffect, useState } from 'react';
import { WEBKIT_STORAGE_DAYS } from '../../../api/contract/screen-numbers.js';

type Browser = Pick<Navigator, 'userAgent'> & { storage?: Partial<Pick<StorageManager, 'persisted'>> };

/** Whether it is a browser that does so: Safari, and every browser of an iPhone or iPad. */
function isForgetful({ userAgent }: Pick<Navigator, 'userAgent'>): boolean {
  if (/\biP(hone|ad|od)\b/.test(userAgent)) return true;
  return /\bSafari\//.test(userAgent) && !/Chrome|Chromium|Android/.test(userAgent);
}

/**
 * Until when this browser keeps what it has, if nobody comes back; null where it does not empty its storage by itself.
 * @param now of this visit, from which the days count
 */
export async function findStorageEnd(browser: Browser, now: Date): Promise<Date | null> {
  if (!isForgetful(browser)) return null;
  const isLasting = await browser.storage?.persisted?.().catch(() => false);
  if (isLasting) return null;
  const end = new Date(now);
  end.setDate(end.getDate() + WEBKIT_STORAGE_DAYS);
  return end;
}

export function useStorageEnd(): Date | null {
  const [end, setEnd] = useState<Date | null>(null);
  useEffect(() => {
    void findStorageEnd(navigator, new Date()).then(setEnd);
  }, []);
  return end;
}
