import { useMutation } from '@tanstack/react-query';
import { type MouseEvent, useRef } from 'react';
import { CURRENT_USER_PATH } from '../../api/contract/people/participants.js';
import { saidBy } from '../shared/http/http-error.js';
import { request } from '../shared/http/request.js';
import { toast } from '../shared/ui/toast-store.js';
import { DETAILS_MESSAGES } from './my-story.messages.js';

interface Download {
  /** Rejects where the file would be refused for another reason. */
  check?: () => Promise<unknown>;
  onRefused?: (error: Error) => void;
}

/**
 * For links that save what is theirs. A link cannot say whose page it stands on, and what is refused would be saved as a file
 * without a word: so the server is asked first whether this is still the page of whoever is signed in.
 */
export function useDownload({ check, onRefused }: Download = {}) {
  const mayGo = useRef(false);
  const asking = useMutation({
    mutationFn: async () => {
      await request<unknown>('GET', CURRENT_USER_PATH);
      await check?.();
    },
    onError: onRefused,
  });
  const askFirst = (event: MouseEvent<HTMLAnchorElement>) => {
    const link = event.currentTarget;
    if (mayGo.current) {
      mayGo.current = false;
      return;
    }
    event.preventDefault();
    const onSuccess = () => {
      mayGo.current = true;
      link.click();
    };
    if (!asking.isPending) asking.mutate(undefined, { onSuccess });
  };
  return { askFirst, error: asking.error };
}

/** Where no place beside the link is for it. */
export function sayRefused(error: Error): void {
  toast({ title: saidBy(error, DETAILS_MESSAGES.failed), variant: 'destructive' });
}
