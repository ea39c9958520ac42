import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  AGREED_FRAGMENT,
  type AskGuardianRequest,
  type Consent,
  CONSENT_PATH,
  type KeptAlone,
  type RecordingConsentRequest,
  type RecordingConsentState,
} from '../../../api/contract/consent/consent.js';
import type { CurrentUser } from '../../../api/contract/people/participants.js';
import { PRIVACY } from '../../../api/contract/consent/privacy.js';
import { FOLLOWING, readPath } from '../../shared/http/query-client.js';
import { request } from '../../shared/http/request.js';
import { toast } from '../../shared/ui/toast-store.js';
import { isLeavingGuarded } from '../../shared/ui/use-leave-guard.js';
import { CONSENT_MESSAGES } from './consent.messages.js';
import { INTERVIEW_MESSAGES } from '../common/interview.messages.js';
import { unconfirmedSubmissions } from '../submit/submission.js';

const { version } = PRIVACY;

export type ConsentChange =
  | { about: 'recording' | 'transcription' | KeptAlone; answer: RecordingConsentRequest['answer'] }
  | { about: 'guardian'; email: string };

export type ConsentState =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | {
      status: 'ready';
      consent: Consent;
      /** It is looked at in place of the interview: because something has to be asked, or because they want to. */
      isShown: boolean;
      show: () => void;
      /** Goes on with the interview, in which nothing is recorded without a yes. */
      leave: () => void;
    };

/** Whether the interview may give its place to another screen: with it goes what is in work. Says so where it may not. */
export function mayLeaveInterview(): boolean {
  const isGuarded = isLeavingGuarded();
  if (isGuarded) toast(INTERVIEW_MESSAGES.unsavedThings);
  return !isGuarded;
}

/** What somebody agreed to, and whether it is to be asked now. */
export function useConsent(user: CurrentUser | null): ConsentState {
  const { data, isError, refetch } = useQuery({
    queryKey: [CONSENT_PATH],
    queryFn: readPath<Consent>({ on401: 'throw' }),
    enabled: user !== null,
    ...FOLLOWING,
  });
  const [choice, setChoice] = useState<'shown' | 'left' | null>(null);
  const [seen, setSeen] = useState<RecordingConsentState | null>(null);
  const [hasGuardianAgreed, setHasGuardianAgreed] = useState(false);
  useEffect(() => {
    if (hasGuardianAgreed) toast(CONSENT_MESSAGES.guardianAgreed);
  }, [hasGuardianAgreed]);
  const show = () => {
    if (mayLeaveInterview()) setChoice('shown');
  };
  const showAsked = useEffectEvent(show);
  useEffect(() => {
    const look = () => {
      if (location.hash !== AGREED_FRAGMENT) return;
      history.replaceState(history.state, '', location.pathname + location.search);
      showAsked();
    };
    look();
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);

  const isOver =
    user !== null && (user.status === 'submitted' || unconfirmedSubmissions.find(user.keptUnder[0]) !== null);
  const isAgreed = data?.recording === 'given' && data.transcription?.isAllowed !== null;
  if (data && data.recording !== seen) {
    const isGuardiansYes = seen === 'guardian_asked' && data.recording === 'given' && data.guardian !== null;
    setSeen(data.recording);
    setHasGuardianAgreed(isGuardiansYes);
    // Also of whoever looks at it: this is what they wait for.
    if (isGuardiansYes && isAgreed) setChoice('left');
  }
  // What is taken back elsewhere is asked for within the interview, which goes on: a recording may be in work there.
  if (isAgreed && user && choice === null) setChoice('left');
  if (data && user) {
    const isAskedAnew = data.isAskedAnew === true && user.withdrawnAt === undefined;
    const isAsked = !isAgreed && (!isOver || isAskedAnew);
    // With the first answer they are not asked anew any more, and more may have to be asked, or said.
    if (isAskedAnew && isAsked && choice === null) setChoice('shown');
    return {
      status: 'ready',
      consent: data,
      isShown: choice === null ? isAsked : choice === 'shown',
      show,
      leave: () => setChoice('left'),
    };
  }
  return isError ? { status: 'failed', retry: () => void refetch() } : { status: 'loading' };
}

/** Says yes or no, or asks a guardian. */
export function useConsentChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: ConsentChange) => {
      if (change.about === 'guardian') {
        const body: AskGuardianRequest = { email: change.email, version };
        return request<Consent>('POST', `${CONSENT_PATH}/guardian`, body);
      }
      const body: RecordingConsentRequest = { answer: change.answer, version };
      return request<Consent>('POST', `${CONSENT_PATH}/${change.about}`, body);
    },
    onSuccess: async (consent) => {
      // What is being read just now may be older.
      await queryClient.cancelQueries({ queryKey: [CONSENT_PATH] });
      queryClient.setQueryData([CONSENT_PATH], consent);
    },
    // It may be done in part, as where a guardian is asked whom no mail has reached. Why it failed is told first.
    onError: () => void queryClient.invalidateQueries({ queryKey: [CONSENT_PATH] }),
  });
}
