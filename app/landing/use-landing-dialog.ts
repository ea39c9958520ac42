import { useEffect, useState } from 'react';
import { dialogOfFragment, type LandingDialog } from './landing-dialog.js';

type SetDialog = (dialog: LandingDialog | null) => void;

/**
 * The dialog that is open. One opens when the address carries its fragment, at load or by a link, and the fragment is
 * then removed from the address: what it holds may be a secret, and the same link works again.
 */
export function useLandingDialog(): [dialog: LandingDialog | null, setDialog: SetDialog] {
  const [dialog, setDialog] = useState<LandingDialog | null>(null);
  useEffect(() => {
    const openWhenAsked = () => {
      const asked = dialogOfFragment(location.hash);
      if (!asked) return;
      history.replaceState(history.state, '', location.pathname + location.search);
      setDialog(asked);
    };
    openWhenAsked();
    addEventListener('hashchange', openWhenAsked);
    return () => removeEventListener('hashchange', openWhenAsked);
  }, []);
  return [dialog, setDialog];
}
