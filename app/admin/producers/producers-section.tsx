import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NAME_MAX_LENGTH } from '../../../api/contract/common/limits.js';
import type { AddProducerRequest, Producer, Producers } from '../../../api/contract/staff/staff.js';
import { INVALID_EMAIL } from '../../../api/contract/common/wordings.js';
import { request } from '../../shared/http/request.js';
import { looksLikeEmail } from '../../shared/text/email.js';
import { shortDateTime } from '../../shared/text/format.js';
import { Button } from '../../shared/ui/button.js';
import { ListSection, ListState, useListSection } from '../../shared/ui/table/list-section.js';
import { TextField } from '../../shared/ui/text-field.js';
import { AddForm } from '../common/add-form.js';
import { RemoveDialog } from '../common/delete-dialog.js';
import { OwnPasskeys } from './own-passkeys.js';
import { PRODUCERS_KEY, useListChange } from '../common/people-requests.js';
import { PRODUCERS_MESSAGES as MESSAGES } from './producers.messages.js';

const [PRODUCERS_PATH] = PRODUCERS_KEY;

export interface TellProps {
  onDone: (text: string) => void;
  onFailed: (written: string | null) => void;
}

/** Who may sign in, a way to add and to remove them, and one's own passkeys. */
export function ProducersSection() {
  const query = useQuery<Producers>({ queryKey: PRODUCERS_KEY });
  const { data } = query;
  const { section, list, tellDone, tellFailed } = useListSection();
  const [leaving, setLeaving] = useState<{ producer: Producer; index: number } | null>(null);
  const removal = useListChange(PRODUCERS_KEY, (id: string) => request<void>('DELETE', `${PRODUCERS_PATH}/${id}`));
  return (
    <ListSection {...section} isSeldom texts={MESSAGES} count={data ? MESSAGES.count(data.length) : ''} isEmpty={false}>
      <div className="grid gap-8">
        <div className="grid gap-4">
          {data && data.length > 0 ? (
            <ul ref={list} aria-label={MESSAGES.list} className="border-t border-line text-sm tabular-nums">
              {data.map((producer, index) => (
                <ProducerItem key={producer.id} producer={producer} onRemove={() => setLeaving({ producer, index })} />
              ))}
            </ul>
          ) : (
            <ListState query={query} texts={MESSAGES} />
          )}
          <AddProducer onDone={tellDone} onFailed={tellFailed} />
        </div>
        <OwnPasskeys onDone={tellDone} onFailed={tellFailed} />
      </div>
      {leaving && (
        <RemoveDialog
          messages={MESSAGES}
          name={leaving.producer.name}
          description={MESSAGES.removeHint(leaving.producer.name, leaving.producer.email)}
          deletion={removal}
          subject={leaving.producer.id}
          onClose={() => setLeaving(null)}
          onDone={(text) => tellDone(text, leaving.index)}
          onFailed={tellFailed}
        />
      )}
    </ListSection>
  );
}

function ProducerItem({ producer, onRemove }: { producer: Producer; onRemove: () => void }) {
  const { id, name, email, createdAt, lastSignedInAt, isYou } = producer;
  const titleId = `producer-${id}`;
  return (
    <li
      tabIndex={-1}
      aria-labelledby={titleId}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-b border-line py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_7rem]"
    >
      <span id={titleId} className="wrap-anywhere max-sm:font-semibold">
        {name}
        <span className="block font-normal text-muted">{email}</span>
      </span>
      <span className="max-sm:col-start-1 max-sm:row-start-2">
        {lastSignedInAt === null ? MESSAGES.neverSignedIn : MESSAGES.signedIn(shortDateTime(lastSignedInAt))}
        <span className="block text-muted">{MESSAGES.addedOn(shortDateTime(createdAt))}</span>
      </span>
      {isYou ? (
        <span className="flex min-h-11 items-center justify-end text-muted max-sm:row-span-2">{MESSAGES.you}</span>
      ) : (
        <Button
          variant="quiet"
          size="compact"
          className="-mr-2 justify-self-end px-2 max-sm:row-span-2"
          aria-describedby={titleId}
          onClick={onRemove}
        >
          {MESSAGES.remove}
        </Button>
      )}
    </li>
  );
}

function AddProducer(tell: TellProps) {
  const { mutateAsync, isPending } = useListChange(PRODUCERS_KEY, (body: AddProducerRequest) =>
    request<Producer>('POST', PRODUCERS_PATH, body),
  );
  return (
    <AddForm
      {...tell}
      draft="producer"
      empty={{ name: '', email: '' }}
      messages={MESSAGES}
      faultsOf={({ name, email }) => ({
        ...(name === '' && { name: MESSAGES.nameMissing }),
        ...(!looksLikeEmail(email) && { email: INVALID_EMAIL }),
      })}
      save={mutateAsync}
      isSaving={isPending}
    >
      {(fieldOf) => (
        <>
          <TextField
            {...fieldOf('name')}
            label={MESSAGES.name}
            hint={MESSAGES.nameHint}
            autoComplete="off"
            maxLength={NAME_MAX_LENGTH}
          />
          <TextField {...fieldOf('email')} label={MESSAGES.email} type="email" autoComplete="off" />
        </>
      )}
    </AddForm>
  );
}
