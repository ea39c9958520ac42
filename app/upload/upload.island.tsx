import { AppIsland } from '../shared/ui/app-island.js';
import { PublicUploadScreen } from './public-upload-screen.js';

/** Photos and videos from anyone, at /upload. */
export default function UploadIsland() {
  return (
    <AppIsland>
      <PublicUploadScreen />
    </AppIsland>
  );
}
