import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { ChangeUserRequest, NameVersion } from '../../api/contract/admin-participants.js';
import { EMAIL_MAX_LENGTH, HANDLE_MAX_LENGTH, NAME_MAX_LENGTH } from '../../api/contract/limits.js';
import { storyPath } from '../../api/contract/story-slug.js';
import { tellFailure } from '../admin-gate/tell-failure.js';
import { HttpError } from '../shared/http/http-error.js';
import { looksLikeEmail } from '../shared/text/email.js';
import { Button } from '../shared/ui/button.js';
import { Checkbox } from '../shared/ui/checkbox.js';
import { Dialog } from '../shared/ui/dialog.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { TextField } from '../shared/ui/text-field.js';
import { CORRECT_MESSAGES as MESSAGES, FIELD_MESSAGES } from './admin.messages.js';
import { useCorrectUser } from './participant-mutations.js';
import type { Person } from './person.js';
import { asRead, type CorrectionFields, isLikelyTypo, movesStory, toChanges, toFields } from './correction.js';
import { NameHistory } from './name-history.js';

interface CorrectDialogProps {
  person: Person;
  onClose: () => void;
  onDone: (written: string) => void;
}

const filled = (message: string) => (value: string) => value.trim() !== '' || message;

/** Corrects a person's name, e-mail and handles, with every earlier name to go back to. A failure keeps what was typed. */
export function CorrectDialog({ person, onClose, onDone }: CorrectDialogProps) {
  const { register, handleSubmit, control, formState } = useForm<CorrectionFields>({ defaultValues: toFields(person) });
  const { errors } = formState;
  const { mutateAsync, isPending } = useCorrectUser();
  const [isRedirectChosen, setRedirectChosen] = useState<boolean | null>(null);
  const [failure, setFailure] = useState('');
  const [isOvertaken, setOvertaken] = useState(false);
  const { firstName, email, tag } = useWatch({ control }) as CorrectionFields;
  const isMoved = movesStory(person.firstName, firstName);
  const isRedirected = isRedirectChosen ?? isLikelyTypo(person.firstName, firstName);

  const correct = async (change: ChangeUserRequest) => {
    setFailure('');
    try {
      const { firstName: first, lastName: last } = await mutateAsync({
        userId: person.id,
        ...change,
        was: isOvertaken ? undefined : asRead(person),
      });
      onDone(MESSAGES.corrected(`${first} ${last}`));
    } catch (error) {
      if (error instanceof HttpError && error.code === 'person_changed') setOvertaken(true);
      setFailure(tellFailure(error, MESSAGES.failed, MESSAGES.failedHint) ?? '');
    }
  };
  const submit = async (fields: CorrectionFields) => {
    const changes = toChanges(fields, person);
    if (!changes) return onClose();
    return correct({ ...changes, ...(isMoved && { redirectOldAddress: isRedirected }) });
  };
  const restore = (version: NameVersion) =>
    correct({
      firstName: version.firstName,
      lastName: version.lastName,
      redirectOldAddress: isLikelyTypo(person.firstName, version.firstName),
    });

  return (
    <Dialog
      open
      wide
      title={MESSAGES.title(person.name)}
      description={MESSAGES.hint}
      onOpenChange={(open) => !open && !isPending && onClose()}
    >
      <form noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(submit)(event)}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...register('firstName', { validate: filled(MESSAGES.firstNameMissing) })}
            label={MESSAGES.firstName}
            error={errors.firstName?.message}
            maxLength={NAME_MAX_LENGTH}
            autoComplete="off"
          />
          <TextField
            {...register('lastName', { validate: filled(MESSAGES.lastNameMissing) })}
            label={MESSAGES.lastName}
            error={errors.lastName?.message}
            maxLength={NAME_MAX_LENGTH}
            autoComplete="off"
          />
        </div>
        {isMoved && (
          <div className="grid gap-1 rounded-card border border-line p-4">
            <p className="text-sm wrap-anywhere text-muted">
              {MESSAGES.moves(decodeURIComponent(storyPath(person.userName)))}
            </p>
            <Checkbox
              label={MESSAGES.redirect}
              checked={isRedirected}
              onChange={({ target }) => setRedirectChosen(target.checked)}
              aria-describedby="redirect-hint"
            />
            <p id="redirect-hint" className="text-sm text-muted">
              {isRedirected ? MESSAGES.redirectOn : MESSAGES.redirectOff}
            </p>
          </div>
        )}
        <TextField
          {...register('email', { validate: (value) => looksLikeEmail(value) || MESSAGES.emailInvalid })}
          type="email"
          label={FIELD_MESSAGES.email}
          hint={email.trim() === person.email ? undefined : MESSAGES.emailHint}
          error={errors.email?.message}
          maxLength={EMAIL_MAX_LENGTH}
          autoComplete="off"
        />
        <div>
          <Checkbox {...register('tag')} label={FIELD_MESSAGES.tag} />
          {tag && (
            <div className="mt-2 grid gap-5 sm:grid-cols-2">
              <TextField {...register('instagram')} label={FIELD_MESSAGES.instagram} maxLength={HANDLE_MAX_LENGTH} />
              <TextField {...register('tiktok')} label={FIELD_MESSAGES.tiktok} maxLength={HANDLE_MAX_LENGTH} />
            </div>
          )}
        </div>
        <StatusLine tone={isOvertaken ? 'warn' : 'danger'} className="text-sm">
          {failure}
          {isOvertaken && ` ${MESSAGES.overtaken}`}
        </StatusLine>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            {MESSAGES.cancel}
          </Button>
          <Button type="submit" pending={isPending} pendingLabel={MESSAGES.saving}>
            {isOvertaken ? MESSAGES.saveOver : MESSAGES.save}
          </Button>
        </div>
      </form>
      <NameHistory userId={person.id} isPending={isPending} onRestore={(version) => void restore(version)} />
    </Dialog>
  );
}
