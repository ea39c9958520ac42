import { useState } from 'react';
import { ParticipantsAdmin } from './participants-admin.js';
import { photoIdIn } from './photo-address.js';
import { SinglePhoto } from './single-photo.js';

/** What /admin shows behind the gate: the dashboard, or the one photo that the address asks for. */
export function AdminView() {
  const [photoId] = useState(() => photoIdIn(location.hash));
  return photoId === null ? <ParticipantsAdmin /> : <SinglePhoto photoId={photoId} />;
}
