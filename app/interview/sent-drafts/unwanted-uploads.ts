import { useEffect, useSyncExternalStore } from 'react';
import { INTERVIEW_FOLLOW_MS } from '../../../api/contract/common/screen-numbers.js';
import { request } from '../../shared/http/request.js';
import { sessionOwner } from '../../shared/http/session-owner.js';
import { PARTICIPANT_UPLOADS, type UploadRoutes } from '../../shared/http/upload-file.js';
import { withRetries } from '../../shared/http/with-retries.js';
import { NotedPeople } from '../../shared/noted-people.js';
import { isUploadOver } from './open-upload.js';

/** Of whom, and which: of another person's, the server would say that there is no such upload. */
const noted = new NotedPeople('unwanted-uploads');
/** Of this page, and no longer offered on it. Stands in where storage is blocked or full. */
const ofThisPage = new Set<string>();
/** Those of them that the server has. */
const leftHere = new Set<string>();
const removing = new Set<string>();
const listeners = new Set<() => void>();

/** Nobody wants it any more: it is offered to nobody, and a page that is opened later removes it if this one cannot. */
export function noteUnwanted(uploadId: string): void {
  ofThisPage.add(uploadId);
  leftHere.add(uploadId);
  write([...findNoted().filter((id) => id !== uploadId), uploadId]);
}

export function isUnwanted(uploadId: string): boolean {
  return ofThisPage.has(uploadId) || findNoted().includes(uploadId);
}

/**
 * Removes what the server has of an upload: now, or as soon as it is there again. Resolves after the first try, and never
 * rejects.
 */
export function removeUpload(uploadId: string, routes: UploadRoutes = PARTICIPANT_UPLOADS): Promise<void> {
  noteUnwanted(uploadId);
  if (removing.has(uploadId)) return Promise.resolve();
  removing.add(uploadId);
  return new Promise((resolve) => {
    void remove(uploadId, routes, resolve).finally(() => {
      removing.delete(uploadId);
      resolve();
    });
  });
}

/** Goes on, at every step, with what could not be removed before: at first, and as long as the page is in use. */
export function useUnwantedRemoved(): void {
  useEffect(() => {
    const goOn = () => {
      for (const id of findLeft()) void removeUpload(id);
    };
    goOn();
    const timer = setInterval(goOn, INTERVIEW_FOLLOW_MS);
    addEventListener('online', goOn);
    return () => {
      clearInterval(timer);
      removeEventListener('online', goOn);
    };
  }, []);
}

/** This browser knows no more what they did not want. */
export function forgetUnwanted(owners: readonly string[]): void {
  noted.remove(owners);
  for (const ids of [ofThisPage, leftHere, removing]) ids.clear();
}

/** Whether the server has something still that is to be removed. */
export function useHasUnwanted(): boolean {
  return useSyncExternalStore(subscribe, hasUnwanted, () => false);
}

async function remove(uploadId: string, routes: UploadRoutes, onWait: () => void): Promise<void> {
  try {
    await withRetries(() => request<void>('DELETE', routes.status(uploadId)), { onWait });
  } catch (error) {
    if (!isUploadOver(error)) return;
  }
  leftHere.delete(uploadId);
  write(findNoted().filter((id) => id !== uploadId));
}

function hasUnwanted(): boolean {
  return findLeft().size > 0;
}

function findLeft(): Set<string> {
  return new Set([...leftHere, ...findNoted()]);
}

function findNoted(): string[] {
  const owner = sessionOwner();
  return (owner !== null && noted.find(owner)?.split(',')) || [];
}

function write(uploadIds: string[]): void {
  const owner = sessionOwner();
  if (owner !== null && uploadIds.length > 0) noted.add(owner, uploadIds.join(','));
  if (owner !== null && uploadIds.length === 0) noted.remove([owner]);
  for (const listener of listeners) listener();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => void listeners.delete(onChange);
}
