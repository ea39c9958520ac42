import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { emailKey } from '../../api/contract/people/email-key.js';
import { CURRENT_USER_PATH, type CurrentUser } from '../../api/contract/people/participants.js';
import type { KnownDevice } from '../../api/contract/people/sign-in.js';
import { ownerOfPlace } from '../shared/chosen-files/chosen-files.js';
import { readPath } from '../shared/http/query-client.js';
import { notePlace, readPlace } from './upload-address.js';

export interface UploadOwner {
  /** Whose what is chosen is in this browser. */
  owner: string;
  /** Whose may come back to this page. */
  owners: string[];
  /** Nobody can come back to it but in this place of this browser's history. */
  isOfPlace: boolean;
  /** Of who is signed in; null when nobody is, as far as is known. */
  ownEmail: string | null;
}

/**
 * To whom this browser may show later what is chosen here. To who is signed in, where it is sent in their name; else only to
 * this page, for as long as it stands in the history: whoever opens it anew may be somebody else.
 */
export function useUploadOwner(email: string, hasChosen: boolean): UploadOwner {
  const [place] = useState(() => readPlace(history.state) ?? crypto.randomUUID());
  useEffect(() => {
    if (hasChosen) notePlace(place);
  }, [place, hasChosen]);

  const { data: device } = useQuery<KnownDevice>({ queryKey: ['/api/auth/device'] });
  const { data: user } = useQuery<CurrentUser | null>({
    queryKey: [CURRENT_USER_PATH],
    queryFn: readPath<CurrentUser>({ on401: 'null' }),
    enabled: Boolean(device?.keptUnder),
  });
  const ofPlace = ownerOfPlace(place);
  const typed = emailKey(email);
  const isTheirs = user ? emailKey(user.email) === typed : false;
  const mayBeTheirs = isTheirs || typed === '';
  return {
    owner: user && isTheirs ? user.keptUnder[0] : ofPlace,
    owners: [ofPlace, ...((mayBeTheirs && user?.keptUnder) || [])],
    isOfPlace: !isTheirs,
    ownEmail: user?.email ?? null,
  };
}
