import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { STAFF_LOCK_WARNING_MS } from '../../api/contract/common/screen-numbers.js';
import type {
  OpenStaffSessionRequest,
  StaffLinkRequest,
  StaffLinkSent,
  StaffSession,
  UsePasskeyRequest,
} from '../../api/contract/staff/staff.js';
import { request } from '../shared/http/request.js';
import { attempt, keep, readKept } from '../shared/local-storage.js';
import { isSignedOut } from '../shared/http/http-error.js';
import { forgetOfEveryProducer } from '../shared/drafts/form-drafts.js';
/** Under which all tabs of a browser find when their session ends. */
export const SESSION_END_KEY = 'staff-session-ends-at';

export type SessionPhase = 'open' | 'ending' | 'over';

/** @param endsAt null: it has ended */
export function sessionPhase(endsAt: number | null, now: number): SessionPhase {
  if (endsAt === null || now >= endsAt) return 'over';
  return endsAt - now <= STAFF_LOCK_WARNING_MS ? 'ending' : 'open';
}

/**
 * When the session ends, as far as any tab knows: what one tab is told, or ends, holds in all of them. In a browser that
 * keeps nothing, or has no room left, each tab knows its own.
 */
export class SessionEnd {
  private own: number | null = null;
  /** What is kept in place of `own`, for which there was no room: as long as it stands there no tab knows better. */
  private keptInstead: string | null | undefined;

  constructor(private readonly storage: () => Storage) {}

  read(): number | null {
    try {
      const kept = this.storage().getItem(SESSION_END_KEY);
      if (kept === this.keptInstead) return this.own;
      return kept === null ? null : Number(kept);
    } catch {
      return this.own;
    }
  }

  /** @param endsAt null: it has ended */
  write(endsAt: number | null): void {
    this.own = endsAt;
    this.keptInstead = undefined;
    try {
      if (endsAt === null) this.storage().removeItem(SESSION_END_KEY);
      else this.storage().setItem(SESSION_END_KEY, String(endsAt));
    } catch {
      // This tab alone knows it, then.
      this.keptInstead = attempt(() => this.storage().getItem(SESSION_END_KEY));
    }
  }
}

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

/** Has a link mailed to a producer who has an account. */
export function useMailedLink() {
  return useMutation({
    mutationFn: (body: StaffLinkRequest) => request<StaffLinkSent>('POST', `${SESSION_PATH}/link`, body),
  });
}

/** Opens a session with a passkey of an account, which the browser asks its person for. */
export function usePasskeySignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const path = `${SESSION_PATH}/passkey`;
      const optionsJSON = await request<PublicKeyCredentialRequestOptionsJSON>('POST', `${path}/options`);
      const response = await startAuthentication({ optionsJSON });
      return request<StaffSession>('POST', path, { response } satisfies Record<keyof UsePasskeyRequest, unknown>);
    },
    onSuccess: () => void queryClient.invalidateQueries(),
  });
}

/** Ends the session and forgets everything that was read in it. */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: closeStaffSession, onSuccess: () => queryClient.removeQueries() });
}

/** Under which every tab of a browser sees that somebody has signed out in one of them. */
const SIGNED_OUT_KEY = 'staff-signed-out-at';

/** Somebody has signed out in this tab: nothing of what anybody typed stays in this browser, in no tab of it. */
export function tellEveryTab(): void {
  forgetOfEveryProducer();
  keep(SIGNED_OUT_KEY, new Date().toISOString());
}

/** Lets go of the page of this tab, by `leave`, and of what it has read, when somebody has signed out in another. */
export function useSignedOutElsewhere(leave: () => void): void {
  const queryClient = useQueryClient();
  const leaveAndForget = useEffectEvent(() => {
    // Fields that go keep what was typed in them last.
    flushSync(leave);
    forgetOfEveryProducer();
    queryClient.removeQueries();
  });
  useEffect(() => {
    let known = readKept(SIGNED_OUT_KEY);
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener(
      'storage',
      ({ key, newValue }) => key === SIGNED_OUT_KEY && newValue !== null && leaveAndForget(),
      {
        signal,
      },
    );
    addEventListener('pagehide', () => (known = readKept(SIGNED_OUT_KEY)), { signal });
    // A page that the browser had put aside as it was heard nothing meanwhile.
    addEventListener(
      'pageshow',
      ({ persisted }) => persisted && readKept(SIGNED_OUT_KEY) !== known && leaveAndForget(),
      { signal },
    );
    return () => listening.abort();
  }, []);
}
