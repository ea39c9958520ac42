import type { FormEvent } from 'react';
import { CONTACT_MAX_LENGTH, NAME_MAX_LENGTH, WISHES_MAX_LENGTH } from '../../api/contract/common/limits.js';
import type { StoryWishes, StoryWishesRequest } from '../../api/contract/stories/my-story.js';
import { saidBy } from '../shared/http/http-error.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { TextArea, TextField } from '../shared/ui/text-field.js';
import { shortDate } from '../shared/text/format.js';
import { DETAILS_MESSAGES, WISHES_MESSAGES as TEXT } from './my-story.messages.js';
import { useKeptFields, useUnsaved } from './form-fields.js';
import { useOwnChange } from './use-my-story.js';

/** What is to become of the story when the person cannot decide any more. Folded: nobody has to think of it. */
export function Wishes({ wishes }: { wishes: StoryWishes | null }) {
  const { fields, changed, type, noteSaved } = useKeptFields(wordsOf(wishes));
  // All of them are sent: those that were changed here, and the others as another device may have left them.
  const save = useOwnChange<Partial<StoryWishesRequest>>({
    method: 'PUT',
    path: '/wishes',
    bodyFor: (typed, story) => ({ ...wordsOf(story.wishes), ...typed }) satisfies StoryWishesRequest,
  });
  const unsaved = useUnsaved(save);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      noteSaved(changed);
      unsaved.onSuccess();
    };
    save.mutate(changed, { onSuccess });
  };
  return (
    <section aria-labelledby="my-story-wishes" className="grid gap-3">
      <h2 id="my-story-wishes" className="text-xl">
        {TEXT.heading}
      </h2>
      <p className="measure text-muted">{TEXT.text}</p>
      <details open={wishes !== null || undefined}>
        <summary className="flex min-h-12 cursor-pointer items-center underline">
          {wishes === null ? TEXT.begin : TEXT.written(shortDate(wishes.changedAt))}
        </summary>
        <form className="grid max-w-xl gap-4 pt-3" onSubmit={submit} onChange={unsaved.noteTyped}>
          <TextArea
            label={TEXT.words}
            hint={TEXT.wordsHint}
            rows={5}
            maxLength={WISHES_MAX_LENGTH}
            value={fields.words}
            onChange={({ target }) => type({ words: target.value })}
          />
          <TextField
            label={TEXT.contactName}
            hint={TEXT.contactNameHint}
            maxLength={NAME_MAX_LENGTH}
            autoComplete="off"
            value={fields.contactName}
            onChange={({ target }) => type({ contactName: target.value })}
          />
          <TextField
            label={TEXT.contact}
            hint={TEXT.contactHint}
            maxLength={CONTACT_MAX_LENGTH}
            autoComplete="off"
            value={fields.contact}
            onChange={({ target }) => type({ contact: target.value })}
          />
          <div className="flex flex-wrap items-center gap-4">
            <Button type="submit" variant="outline" pending={save.isPending} pendingLabel={DETAILS_MESSAGES.saving}>
              {TEXT.save}
            </Button>
            <StatusLine tone={save.isError ? 'danger' : 'good'}>
              {save.isSuccess ? TEXT.saved : save.error && saidBy(save.error, DETAILS_MESSAGES.failed)}
            </StatusLine>
          </div>
        </form>
      </details>
    </section>
  );
}

/** Who has said nothing has said each with no words. */
function wordsOf(wishes: StoryWishes | null): StoryWishesRequest {
  const { words = '', contactName = '', contact = '' } = wishes ?? {};
  return { words, contactName, contact };
}
