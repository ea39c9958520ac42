import { useEffect, useState } from 'react';
import { LOCALE } from '../../../api/contract/common/language.js';
import { WEBKIT_STORAGE_DAYS } from '../../../api/contract/common/screen-numbers.js';

const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });

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

/**
 * That day in words, of what is kept here now: each time anew, as the browser may have said since that it keeps everything.
 * @param isKeptHere something that nobody else has; without it there is no such day
 */
export function useStorageEnd(isKeptHere = true): string | null {
  const [end, setEnd] = useState<Date | null>(null);
  useEffect(() => {
    if (isKeptHere) void findStorageEnd(navigator, new Date()).then(setEnd);
  }, [isKeptHere]);
  return isKeptHere && end ? DAY.format(end) : null;
}
