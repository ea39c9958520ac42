import { type FormEvent, useState } from 'react';
import { PLACE_ADDRESS_MAX_LENGTH, PLACE_NAME_MAX_LENGTH } from '../../../api/contract/limits.js';
import { tellFailure } from '../../admin-gate/failures.js';
import { useKeptDraft, useOfferedDraft } from '../../shared/drafts/use-form-draft.js';
import { Button } from '../../shared/ui/button.js';
import { Select } from '../../shared/ui/select.js';
import { TextField } from '../../shared/ui/text-field.js';
import { ELSEWHERE_MESSAGES as MESSAGES } from './elsewhere.messages.js';
import type { TellProps } from './elsewhere-section.js';
import { useAddPlace } from './elsewhere-requests.js';
import type { Person } from '../common/people.js';
import { sortPeople } from '../common/people-view.js';

const FORM = 'place elsewhere';
const EMPTY = { name: '', address: '', userId: '' };

/** A place where stories stand that the server cannot know of. */
export function AddPlace({ people, onDone, onFailed }: TellProps & { people: readonly Person[] }) {
  const { offered } = useOfferedDraft(FORM, EMPTY);
  const [place, setPlace] = useState(offered?.words ?? EMPTY);
  useKeptDraft(FORM, place, EMPTY);
  const [isMissing, setMissing] = useState(false);
  const { mutateAsync, isPending } = useAddPlace();
  const byName = sortPeople(people, { by: 'name', direction: 'ascending' });

  const add = async (event: FormEvent) => {
    event.preventDefault();
    const name = place.name.trim();
    setMissing(name === '');
    if (name === '') return;
    try {
      await mutateAsync({
        name,
        ...(place.address.trim() !== '' && { address: place.address.trim() }),
        ...(place.userId !== '' && { userId: place.userId }),
      });
      setPlace(EMPTY);
      onDone(MESSAGES.added(name));
    } catch (error) {
      onFailed(tellFailure(error, MESSAGES.addFailed, MESSAGES.failedHint));
    }
  };
  return (
    <details open={offered !== null}>
      <summary className="min-h-11 cursor-pointer py-2 compact:min-h-8">{MESSAGES.add}</summary>
      <form noValidate onSubmit={(event) => void add(event)} className="grid gap-4 pt-2 lg:max-w-xl">
        <p className="text-muted">{MESSAGES.addHint}</p>
        <TextField
          label={MESSAGES.placeName}
          value={place.name}
          maxLength={PLACE_NAME_MAX_LENGTH}
          error={isMissing ? MESSAGES.placeNameMissing : undefined}
          onChange={(event) => setPlace({ ...place, name: event.target.value })}
        />
        <TextField
          label={MESSAGES.address}
          value={place.address}
          maxLength={PLACE_ADDRESS_MAX_LENGTH}
          onChange={(event) => setPlace({ ...place, address: event.target.value })}
        />
        <Select
          label={MESSAGES.story}
          value={place.userId}
          onChange={(event) => setPlace({ ...place, userId: event.target.value })}
        >
          <option value="">{MESSAGES.everyStory}</option>
          {byName.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Button
          type="submit"
          variant="outline"
          className="justify-self-start"
          pending={isPending}
          pendingLabel={MESSAGES.adding}
        >
          {MESSAGES.add}
        </Button>
      </form>
    </details>
  );
}
