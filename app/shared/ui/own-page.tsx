import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { isSignedOut } from '../http/http-error.js';
import { request } from '../http/request.js';
import { hasSessionOwner } from '../http/session-owner.js';
import { Button } from './button.js';
import { KeptPage } from './kept-page.js';
import { LoadFailure } from './load-failure.js';
import { StatusLine } from './status-line.js';
import { toastStore } from './toast-store.js';
import { UI_MESSAGES as TEXT } from './ui.messages.js';
import { useComingBack } from './use-leaving.js';

interface OwnPageProps {
  /** Of the page, while what stands there meanwhile has taken its own. */
  heading: string;
  /** What only whose page this is can read. */
  path: string;
  /** In place of the page, once that is somebody else or nobody. */
  ended: ReactNode;
  /** Of what stands there meanwhile, where the island itself has the page's edges. */
  className?: string;
  children: ReactNode;
}

/**
 * A page of one person. The browser may keep it for its Back button, as it is: what stands in it is taken out of what is
 * kept, and comes back only for the same person, with all that was typed.
 */
export function OwnPage({ heading, path, ended, className = '', children }: OwnPageProps) {
  const [state, setState] = useState<'shown' | 'checking' | 'ended' | 'failed'>('shown');
  const ask = async () => {
    setState('checking');
    try {
      await request<unknown>('GET', path);
      setState('shown');
    } catch (error) {
      setState(isSignedOut(error) ? 'ended' : 'failed');
    }
  };
  const hide = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted || !hasSessionOwner()) return;
    // What the browser keeps is what stands in the page now.
    flushSync(() => {
      toastStore.clear();
      setState('checking');
    });
  });
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => hide(event);
    addEventListener('pagehide', listen);
    return () => removeEventListener('pagehide', listen);
  }, []);
  useComingBack(() => {
    if (hasSessionOwner()) void ask();
  });
  return (
    <>
      <KeptPage isShown={state === 'shown'}>{children}</KeptPage>
      {state !== 'shown' && (
        <div className={`grid content-start justify-items-start gap-5 ${className}`}>
          <h1 className="text-3xl">{heading}</h1>
          {state === 'checking' && <StatusLine>{TEXT.checking}</StatusLine>}
          {state === 'failed' && <LoadFailure text={TEXT.notReached} onTryAgain={() => void ask()} />}
          {state === 'ended' && (
            <>
              {ended}
              <Button variant="outline" onClick={() => void ask()}>
                {TEXT.tryAgain}
              </Button>
            </>
          )}
        </div>
      )}
    </>
  );
}
