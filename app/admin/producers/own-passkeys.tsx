import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from '@simplewebauthn/browser';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { AddPasskeyRequest, Passkey, Passkeys } from '../../../api/contract/staff/staff.js';
import { isSignedOut } from '../../shared/http/http-error.js';
import { request } from '../../shared/http/request.js';
import { shortDateTime } from '../../shared/text/format.js';
import { Button } from '../../shared/ui/button.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { useRowFocus } from '../../shared/ui/use-row-focus.js';
import { ListState } from '../../shared/ui/table/list-section.js';
import { passkeyFailure } from '../../admin-gate/passkeys.js';
import { RemoveDialog } from '../common/delete-dialog.js';
import { passkeyLabel } from './passkey-label.js';
import { useListChange } from '../common/people-requests.js';
import { PASSKEYS_MESSAGES as MESSAGES } from './producers.messages.js';
import type { TellProps } from './producers-section.js';

const PASSKEYS_KEY = ['/api/admin/passkeys'] as const;
const [PASSKEYS_PATH] = PASSKEYS_KEY;

/** With what whoever is signed in signs in by one press. */
export function OwnPasskeys({ onDone, onFailed }: TellProps) {
  const query = useQuery<Passkeys>({ queryKey: PASSKEYS_KEY });
  const { data } = query;
  const { fallback, list, focusAt } = useRowFocus<HTMLHeadingElement>();
  const [leaving, setLeaving] = useState<{ passkey: Passkey; index: number } | null>(null);
  const addition = useListChange(PASSKEYS_KEY, makePasskey);
  const removal = useListChange(PASSKEYS_KEY, (id: string) => request<void>('DELETE', `${PASSKEYS_PATH}/${id}`));

  const add = async () => {
    const label = passkeyLabel(navigator);
    try {
      await addition.mutateAsync(label);
      onDone(MESSAGES.added(label));
    } catch {
      // Is written below the button.
      onFailed(null);
    }
  };
  return (
    <div>
      <h3 ref={fallback} tabIndex={-1} className="mb-2 font-sans text-base font-semibold outline-none">
        {MESSAGES.heading}
      </h3>
      {data && data.length > 0 ? (
        <ul ref={list} aria-label={MESSAGES.heading} className="border-t border-line text-sm tabular-nums">
          {data.map((passkey, index) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onRemove={() => setLeaving({ passkey, index })} />
          ))}
        </ul>
      ) : (
        <ListState query={query} texts={MESSAGES} />
      )}
      {browserSupportsWebAuthn() ? (
        <Button
          variant="outline"
          size="compact"
          className="mt-4"
          pending={addition.isPending}
          pendingLabel={MESSAGES.adding}
          onClick={() => void add()}
        >
          <KeyRound size={18} strokeWidth={1.75} aria-hidden />
          {MESSAGES.add}
        </Button>
      ) : (
        <p className="mt-4 text-muted">{MESSAGES.unsupported}</p>
      )}
      <StatusLine tone="danger" className="mt-2">
        {addition.error && !isSignedOut(addition.error) && failureOf(addition.error)}
      </StatusLine>
      {leaving && (
        <RemoveDialog
          messages={MESSAGES}
          name={leaving.passkey.label}
          description={MESSAGES.removeHint}
          deletion={removal}
          subject={leaving.passkey.id}
          onClose={() => setLeaving(null)}
          onDone={(text) => {
            onDone(text);
            focusAt(leaving.index);
          }}
          onFailed={onFailed}
        />
      )}
    </div>
  );
}

function PasskeyItem({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { id, label, createdAt, lastUsedAt } = passkey;
  const titleId = `passkey-${id}`;
  return (
    <li
      tabIndex={-1}
      aria-labelledby={titleId}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-b border-line py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_7rem]"
    >
      <span id={titleId} className="wrap-anywhere max-sm:font-semibold">
        {label}
      </span>
      <span className="max-sm:col-start-1 max-sm:row-start-2">
        {MESSAGES.addedOn(shortDateTime(createdAt))}
        <span className="block text-muted">
          {lastUsedAt === null ? MESSAGES.neverUsed : MESSAGES.lastUsed(shortDateTime(lastUsedAt))}
        </span>
      </span>
      <Button
        variant="quiet"
        size="compact"
        className="-mr-2 justify-self-end px-2 max-sm:row-span-2"
        aria-describedby={titleId}
        onClick={onRemove}
      >
        {MESSAGES.remove}
      </Button>
    </li>
  );
}

/** Has the browser make a passkey, for which it asks its person, and the server keep it. */
async function makePasskey(label: string): Promise<Passkey> {
  const optionsJSON = await request<PublicKeyCredentialCreationOptionsJSON>('POST', `${PASSKEYS_PATH}/options`);
  const response = await startRegistration({ optionsJSON });
  return request<Passkey>('POST', PASSKEYS_PATH, { response, label } satisfies Record<
    keyof AddPasskeyRequest,
    unknown
  >);
}

function failureOf(error: unknown): string {
  // A device that has one of theirs makes no second.
  if (error instanceof Error && error.name === 'InvalidStateError') return MESSAGES.alreadyThere;
  return passkeyFailure(error, { givenUp: MESSAGES.givenUp, otherwise: MESSAGES.failed });
}
