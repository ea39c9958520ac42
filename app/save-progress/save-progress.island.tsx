import { useEffect, useState, useSyncExternalStore } from 'react';
import { ContinueDialog } from './continue-dialog.js';
import { PROGRESS_PORTS } from './progress-ports.js';
import { readProgressParams } from './progress-params.js';
import { SaveProgressStatus } from './save-progress-status.js';
import { SaveProgressStore } from './save-progress-store.js';

/** Where an external form sends people back to. */
export default function SaveProgressIsland() {
  const [store] = useState(
    () => new SaveProgressStore(readProgressParams(location.search, history.state), PROGRESS_PORTS),
  );
  const { phase, isDialogOpen } = useSyncExternalStore(store.subscribe, store.read);
  useEffect(() => store.start(), [store]);
  return (
    <>
      <SaveProgressStatus phase={phase} onTryAgain={() => void store.save()} />
      <ContinueDialog open={isDialogOpen} onClose={store.closeDialog} />
    </>
  );
}
