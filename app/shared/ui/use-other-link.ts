import { useEffect } from 'react';

/**
 * Another mailed link than the one with this token, opened in the same tab, only changes the fragment of the address: the
 * page is loaded anew for it. A place of the page itself is no link, as for whoever skips to the content.
 */
export function useOtherLink(token: string): void {
  useEffect(() => {
    const follow = () => {
      const fragment = location.hash.slice(1);
      if (fragment !== '' && fragment !== token && document.getElementById(fragment) === null) location.reload();
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [token]);
}
