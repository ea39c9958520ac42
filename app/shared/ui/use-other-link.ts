import { useEffect } from 'react';
import { toast } from './toast-store.js';
import { UI_MESSAGES as TEXT } from './ui.messages.js';
import { isLeavingGuarded } from './use-leave-guard.js';

/**
 * Another mailed link than the one with this token, opened in the same tab, only changes the fragment of the address: the
 * page is loaded anew for it. Where something would be lost by that it is not, and nothing of that link stays in the
 * address. A place of the page itself is no link, as for whoever skips to the content.
 */
export function useOtherLink(token: string): void {
  useEffect(() => {
    const follow = () => {
      const fragment = location.hash.slice(1);
      if (fragment === '' || fragment === token || document.getElementById(fragment) !== null) return;
      if (!isLeavingGuarded()) return location.reload();
      history.replaceState(null, '', `${location.pathname}${location.search}${token && `#${token}`}`);
      toast(TEXT.otherLink);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [token]);
}
