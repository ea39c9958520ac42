import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OpenStaffSessionRequest, StaffSession } from '../../api/contract/staff.js';
import { request } from '../shared/http/request.js';
import { isSignedOut } from './signed-out.js';

const SESSION_PATH = '/api/admin/session';

/** The staff session of this browser: null when none is open. To ask counts as using it. */
export async function readStaffSession(): Promise<StaffSession | null> {
  try {
    return await request<StaffSession>('GET', SESSION_PATH);
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

/** A session that has already ended by itself is as closed as it can be. */
export async function closeStaffSession(): Promise<void> {
  try {
    await request<void>('DELETE', SESSION_PATH);
  } catch (error) {
    if (!isSignedOut(error)) throw error;
  }
}

/** Opens a session; what the page had failed to read, or read before the session ended, is then read again. */
export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: OpenStaffSessionRequest) => request<StaffSession>('POST', SESSION_PATH, body),
    onSuccess: () => void queryClient.invalidateQueries(),
  });
}

/** Ends the session and forgets everything that was read in it. */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: closeStaffSession, onSuccess: () => queryClient.removeQueries() });
}
