import { PLACE_ADDRESS_MAX_LENGTH, PLACE_NAME_MAX_LENGTH } from '../../../api/contract/common/limits.js';
import { Select } from '../../shared/ui/select.js';
import { TextField } from '../../shared/ui/text-field.js';
import { AddForm } from '../common/add-form.js';
import { ELSEWHERE_MESSAGES as MESSAGES } from './elsewhere.messages.js';
import type { TellProps } from './elsewhere-section.js';
import { useAddPlace } from './elsewhere-requests.js';
import type { Person } from '../common/people.js';
import { sortPeople } from '../common/people-view.js';

/** A place where stories stand that the server cannot know of. */
export function AddPlace({ people, ...tell }: TellProps & { people: readonly Person[] }) {
  const { mutateAsync, isPending } = useAddPlace();
  const byName = sortPeople(people, { by: 'name', direction: 'ascending' });
  return (
    <AddForm
      {...tell}
      draft="place elsewhere"
      empty={{ name: '', address: '', userId: '' }}
      messages={MESSAGES}
      faultsOf={({ name }) => (name === '' ? { name: MESSAGES.placeNameMissing } : {})}
      save={({ name, address, userId }) =>
        mutateAsync({ name, ...(address !== '' && { address }), ...(userId !== '' && { userId }) })
      }
      isSaving={isPending}
    >
      {(fieldOf) => (
        <>
          <TextField {...fieldOf('name')} label={MESSAGES.placeName} maxLength={PLACE_NAME_MAX_LENGTH} />
          <TextField {...fieldOf('address')} label={MESSAGES.address} maxLength={PLACE_ADDRESS_MAX_LENGTH} />
          <Select {...fieldOf('userId')} label={MESSAGES.story}>
            <option value="">{MESSAGES.everyStory}</option>
            {byName.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </>
      )}
    </AddForm>
  );
}
