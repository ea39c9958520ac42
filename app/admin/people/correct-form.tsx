import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { ChangeUserRequest, NameVersion } from '../../../api/contract/staff/admin-participants.js';
import { EMAIL_MAX_LENGTH, HANDLE_MAX_LENGTH, NAME_MAX_LENGTH } from '../../../api/contract/common/limits.js';
import { storyPath } from '../../../api/contract/stories/story-slug.js';
import { tellFailure } from '../../admin-gate/failures.js';
import { withBehind } from '../../admin-gate/gate.messages.js';
import { DraftNotice } from '../../shared/drafts/draft-notice.js';
import { LeaveChoice } from '../../shared/drafts/leave-choice.js';
import type { DraftFormProps } from '../../shared/drafts/use-draft-dialog.js';
import { settleDraft, useKeptDraft } from '../../shared/drafts/use-form-draft.js';
import { HttpError, isPublishedLater } from '../../shared/http/http-error.js';
import { looksLikeEmail } from '../../shared/text/email.js';
import { Button } from '../../shared/ui/button.js';
import { Checkbox } from '../../shared/ui/checkbox.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { TextField } from '../../shared/ui/text-field.js';
import { CORRECT_MESSAGES as MESSAGES, FIELD_MESSAGES } from '../common/admin.messages.js';
import { useCorrectUser } from '../common/people-requests.js';
import type { Person } from '../common/people.js';
import { asRead, type CorrectionFields, isLikelyTypo, movesStory, toChanges, toFields } from './correction.js';
import { NameHistory } from './name-history.js';

interface CorrectFormProps extends DraftFormProps {
  person: Person;
  /** The name of its form draft. */
  draft: string;
  initial: CorrectionFields;
  onDone: (written: string) => void;
}

const filled = (message: string) => (value: string) => value.trim() !== '' || message;

/** Name, e-mail and handles of a person, with every earlier name to go back to. A failure keeps what was typed. */
export function CorrectForm({ person, draft, initial, keptAt, onChanged, onBusy, onDone, ...leave }: CorrectFormProps) {
  const { register, handleSubmit, control, formState, reset, setValue, setFocus } = useForm<CorrectionFields>({
    defaultValues: initial,
  });
  const saved = toFields(person);
  const typed = { ...saved, ...useWatch({ control }) };
  const isChanged = toChanges(typed, person) !== null;
  useKeptDraft(draft, isChanged ? typed : saved, saved);
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);
  const { errors } = formState;
  const { mutateAsync, isPending } = useCorrectUser();
  const [isRedirectChosen, setRedirectChosen] = useState<boolean | null>(null);
  const [failure, setFailure] = useState('');
  const [isOvertaken, setOvertaken] = useState(false);
  const { firstName, email, tag } = typed;
  const isMoved = movesStory(person.firstName, firstName);
  const isRedirected = isRedirectChosen ?? isLikelyTypo(person.firstName, firstName);

  const correct = async (change: ChangeUserRequest, fields: CorrectionFields) => {
    setFailure('');
    onBusy(true);
    try {
      const { firstName: first, lastName: last } = await mutateAsync({
        userId: person.id,
        ...change,
        was: isOvertaken ? undefined : asRead(person),
      });
      settleDraft(draft, { ...saved, ...fields });
      onDone(MESSAGES.corrected(`${first} ${last}`));
    } catch (error) {
      if (isPublishedLater(error)) {
        settleDraft(draft, { ...saved, ...fields });
        return onDone(withBehind(MESSAGES.corrected(`${fields.firstName} ${fields.lastName}`), true));
      }
      if (error instanceof HttpError && error.code === 'person_changed') setOvertaken(true);
      setFailure(tellFailure(error, MESSAGES.failed, MESSAGES.failedHint) ?? '');
    } finally {
      onBusy(false);
    }
  };
  const submit = async (fields: CorrectionFields) => {
    const changes = toChanges(fields, person);
    if (!changes) return leave.onClose();
    return correct({ ...changes, ...(isMoved && { redirectOldAddress: isRedirected }) }, fields);
  };
  /** Nothing is saved by that: what becomes of the story's address is to be seen first. */
  const fillIn = ({ firstName: first, lastName: last }: NameVersion) => {
    setValue('firstName', first, { shouldDirty: true, shouldValidate: true });
    setValue('lastName', last, { shouldDirty: true, shouldValidate: true });
    setRedirectChosen(null);
    setFocus('firstName');
  };

  const discardDraft = () => {
    reset(saved);
    leave.onDiscardDraft();
  };

  return (
    <>
      <form noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(submit)(event)}>
        {keptAt !== null && <DraftNotice keptAt={keptAt} onDiscard={discardDraft} />}
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
        <div className="text-sm">
          <StatusLine isSaid tone={isOvertaken ? 'warn' : 'danger'}>
            {failure}
          </StatusLine>
          {/* That no toast says. */}
          <StatusLine tone="warn" className="empty:min-h-0">
            {isOvertaken && MESSAGES.overtaken}
          </StatusLine>
        </div>
        <div className="flex flex-wrap items-center justify-end gap-3">
          {leave.isLeaving ? (
            <LeaveChoice onStay={leave.onStay} onKeep={leave.onKeep} onDiscard={leave.onDiscard} />
          ) : (
            <>
              <Button variant="quiet" onClick={leave.onClose}>
                {MESSAGES.cancel}
              </Button>
              <Button type="submit" pending={isPending} pendingLabel={MESSAGES.saving}>
                {isOvertaken ? MESSAGES.saveOver : MESSAGES.save}
              </Button>
            </>
          )}
        </div>
      </form>
      <NameHistory userId={person.id} isPending={isPending} onFillIn={fillIn} />
    </>
  );
}
