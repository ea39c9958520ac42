import { useEffect } from 'react';
import { toast } from './toast-store.js';
import { isLeavingGuarded } from './use-leave-guard.js';

const NOT_OPENED = {
  title: 'The other link was not opened',
  description: 'What you have begun on this page would be lost. Please finish it first, then open the link again.',
};

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
      toast(NOT_OPENED);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [token]);
}
