import { type FormEvent, useRef, useState } from 'react';
import { EMAIL_MAX_LENGTH, HANDLE_MAX_LENGTH, NAME_MAX_LENGTH } from '../../api/contract/common/limits.js';
import type { ChangeEmailRequest, ChangeMyStoryRequest, MyStory } from '../../api/contract/stories/my-story.js';
import { findNameMentions } from '../../api/contract/videos/name-mentions.js';
import { saidBy } from '../shared/http/http-error.js';
import { looksLikeEmail } from '../shared/text/email.js';
import { Button } from '../shared/ui/button.js';
import { Checkbox } from '../shared/ui/checkbox.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { TextField } from '../shared/ui/text-field.js';
import { DETAILS_MESSAGES as TEXT, MENTIONS_MESSAGES } from './my-story.messages.js';
import { useKeptFields, useUnsaved } from './form-fields.js';
import { useOwnChange } from './use-my-story.js';

/** The name that is shown, the handles, and the e-mail. */
export function Details({ story }: { story: MyStory }) {
  return (
    <section aria-labelledby="my-story-details" className="grid max-w-xl gap-6">
      <h2 id="my-story-details" className="text-xl">
        {TEXT.heading}
      </h2>
      <NameAndHandles story={story} />
      <Email email={story.email} />
    </section>
  );
}

function NameAndHandles({ story }: { story: MyStory }) {
  const { fields, changed, type, noteSaved } = useKeptFields({
    shownName: story.shownName ?? '',
    tag: story.tag,
    instagram: story.instagram ?? '',
    tiktok: story.tiktok ?? '',
  });
  const save = useOwnChange<ChangeMyStoryRequest>({ method: 'PATCH', path: '' });
  const unsaved = useUnsaved(save);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { instagram, tiktok, ...others } = changed;
    const handles = { ...(instagram !== undefined && { instagram }), ...(tiktok !== undefined && { tiktok }) };
    const isTagged = fields.tag && Object.keys(handles).length > 0;
    // A handle is kept of nobody who does not wish to be tagged.
    const saved = isTagged ? { ...others, tag: true, ...handles } : others;
    const onSuccess = () => {
      noteSaved(saved);
      unsaved.onSuccess();
    };
    save.mutate(saved, { onSuccess });
  };
  return (
    <form className="grid gap-4" onSubmit={submit} onChange={unsaved.noteTyped}>
      <TextField
        label={TEXT.name}
        hint={TEXT.nameHint(story.firstName)}
        value={fields.shownName}
        maxLength={NAME_MAX_LENGTH}
        placeholder={story.firstName}
        autoComplete="off"
        onChange={({ target }) => type({ shownName: target.value })}
      />
      <Checkbox label={TEXT.tag} checked={fields.tag} onChange={({ target }) => type({ tag: target.checked })} />
      {fields.tag && (
        <>
          <TextField
            label={TEXT.instagram}
            value={fields.instagram}
            maxLength={HANDLE_MAX_LENGTH}
            onChange={({ target }) => type({ instagram: target.value })}
          />
          <TextField
            label={TEXT.tiktok}
            value={fields.tiktok}
            maxLength={HANDLE_MAX_LENGTH}
            onChange={({ target }) => type({ tiktok: target.value })}
          />
        </>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="outline" pending={save.isPending} pendingLabel={TEXT.saving}>
          {TEXT.save}
        </Button>
        <StatusLine tone={save.isError ? 'danger' : 'good'}>
          {save.isSuccess ? TEXT.saved : save.error && saidBy(save.error, TEXT.failed)}
        </StatusLine>
      </div>
      <NameMentions story={story} />
    </form>
  );
}

/** Where the own name is still told, although another one is shown. */
function NameMentions({ story }: { story: MyStory }) {
  const mentions = findNameMentions(story, story.shownName, story.videos);
  if (mentions.length === 0) return null;
  return (
    <div className="grid gap-2 rounded-card border border-warn p-4">
      <p>{MENTIONS_MESSAGES.warning}</p>
      <ul className="grid list-disc gap-1 pl-6">
        {mentions.map(({ videoId, title, where, excerpt }) => (
          <li key={`${videoId} ${where}`} className="wrap-anywhere">
            {MENTIONS_MESSAGES.where[where]}
            {MENTIONS_MESSAGES.of(title)}
            <q dir="auto" className="font-serif">
              {excerpt}
            </q>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{MENTIONS_MESSAGES.next}</p>
    </div>
  );
}

function Email({ email }: { email: string }) {
  const [wish, setWish] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const ask = useOwnChange<ChangeEmailRequest>({ path: '/email' });
  const unsaved = useUnsaved(ask);
  const onSuccess = () => {
    setWish('');
    unsaved.onSuccess();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isUnchanged = wish.trim() === email;
    if (isUnchanged || !looksLikeEmail(wish)) {
      setError(isUnchanged ? TEXT.emailUnchanged : TEXT.emailInvalid);
      return field.current?.focus();
    }
    return ask.mutate({ email: wish.trim() }, { onSuccess });
  };
  return (
    <form noValidate className="grid gap-4 border-t border-line pt-6" onSubmit={submit} onChange={unsaved.noteTyped}>
      <TextField
        ref={field}
        label={TEXT.newEmail}
        hint={TEXT.emailHint(email)}
        error={error}
        type="email"
        required
        maxLength={EMAIL_MAX_LENGTH}
        autoComplete="email"
        value={wish}
        onChange={(event) => {
          setWish(event.target.value);
          setError(undefined);
        }}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="outline" pending={ask.isPending} pendingLabel={TEXT.sending}>
          {TEXT.changeEmail}
        </Button>
        <StatusLine tone={ask.isError ? 'danger' : 'good'} className="measure">
          {ask.isSuccess ? TEXT.emailSent : ask.error && saidBy(ask.error, TEXT.failed)}
        </StatusLine>
      </div>
    </form>
  );
}
