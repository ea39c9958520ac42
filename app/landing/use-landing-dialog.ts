import { useState } from 'react';
import { useFragment } from '../sign-in/use-fragment.js';
import { dialogOfFragment, type LandingDialog } from './landing-dialog.js';

type SetDialog = (dialog: LandingDialog | null) => void;

/** The dialog that is open. One opens when the address carries its fragment, at load or by a link. */
export function useLandingDialog(): [dialog: LandingDialog | null, setDialog: SetDialog] {
  const [dialog, setDialog] = useState<LandingDialog | null>(null);
  useFragment((fragment) => {
    const asked = dialogOfFragment(fragment);
    if (asked) setDialog(asked);
    return asked !== null;
  });
  return [dialog, setDialog];
}
