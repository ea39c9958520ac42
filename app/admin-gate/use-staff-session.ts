import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OpenStaffSessionRequest, StaffSession } from '../../api/contract/staff.js';
import { readPath } from '../shared/http/query-client.js';
import { request } from '../shared/http/request.js';
import { isSignedOut } from './signed-out.js';
import { tellEveryTab } from './signed-out-everywhere.js';

const SESSION_PATH = '/api/admin/session';
const SESSION_KEY = [SESSION_PATH];

/** The staff session of this browser: null when none is open. */
export function useStaffSession() {
  return useQuery({ queryKey: SESSION_KEY, queryFn: readPath<StaffSession>({ on401: 'null' }) });
}

/** Opens a session; what the page had failed to read, or read before the session ended, is then read again. */
export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: OpenStaffSessionRequest) => request<StaffSession>('POST', SESSION_PATH, body),
    onSuccess: (session) => {
      queryClient.setQueryData(SESSION_KEY, session);
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_PATH });
    },
  });
}

/** Ends the session and forgets everything that was read in it. */
export function useSignOut() {
  const closeGate = useCloseGate();
  return useMutation({
    mutationFn: closeSession,
    onSuccess: () => {
      closeGate();
      tellEveryTab();
    },
  });
}

/** Closes the gate, and forgets what was read behind it. */
export function useCloseGate(): () => void {
  const queryClient = useQueryClient();
  return () => {
    queryClient.setQueryData(SESSION_KEY, null);
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_PATH });
  };
}

/** A session that has already ended by itself is as closed as it can be. */
async function closeSession(): Promise<void> {
  try {
    await request<void>('DELETE', SESSION_PATH);
  } catch (error) {
    if (!isSignedOut(error)) throw error;
  }
}
