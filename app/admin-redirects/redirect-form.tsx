import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { DESCRIPTION_MAX_LENGTH, REDIRECT_URL_MAX_LENGTH } from '../../api/contract/limits.js';
import { tellFailure } from '../admin-gate/tell-failure.js';
import { Button } from '../shared/ui/button.js';
import { Select } from '../shared/ui/select.js';
import { TextField } from '../shared/ui/text-field.js';
import { toast } from '../shared/ui/toast-store.js';
import { FORM_MESSAGES as MESSAGES } from './admin-redirects.messages.js';
import { QUESTION_LABELS, questionLabel } from './question-labels.js';
import { EMPTY_FIELDS, isFilledIn, type RedirectFields, toRedirectRequest } from './redirect-fields.js';
import { useAddRedirect } from './use-redirects.js';

/** Adds one redirect. What is refused stays in the form, with the reason below it. */
export function RedirectForm() {
  const headingId = useId();
  const { register, handleSubmit, reset, formState } = useForm<RedirectFields>({ defaultValues: EMPTY_FIELDS });
  const { errors } = formState;
  const { mutateAsync, isPending, data } = useAddRedirect();
  const [failure, setFailure] = useState<string | null>(null);

  const add = async (fields: RedirectFields) => {
    setFailure(null);
    try {
      const { question } = await mutateAsync(toRedirectRequest(fields));
      toast({ title: MESSAGES.added(questionLabel(question)) });
      reset({ ...EMPTY_FIELDS, question: fields.question });
    } catch (error) {
      setFailure(tellFailure(error, MESSAGES.failed, MESSAGES.failedHint));
    }
  };

  return (
    <form
      noValidate
      aria-labelledby={headingId}
      className="grid content-start gap-5 rounded-card bg-surface p-5 sm:p-6"
      onSubmit={(event) => void handleSubmit(add, tellIncomplete)(event)}
    >
      <h2 id={headingId} className="text-xl">
        {MESSAGES.heading}
      </h2>
      <Select {...register('question')} label={MESSAGES.question} hint={MESSAGES.questionHint}>
        {QUESTION_LABELS.map(({ number, label }) => (
          <option key={number} value={number}>
            {label}
          </option>
        ))}
      </Select>
      <TextField
        {...register('redirectUrl', { validate: (text) => isFilledIn(text) || MESSAGES.redirectUrlMissing })}
        label={MESSAGES.redirectUrl}
        hint={MESSAGES.redirectUrlHint}
        type="url"
        autoComplete="off"
        maxLength={REDIRECT_URL_MAX_LENGTH}
        error={errors.redirectUrl?.message}
      />
      <TextField
        {...register('description', { validate: (text) => isFilledIn(text) || MESSAGES.descriptionMissing })}
        label={MESSAGES.description}
        hint={MESSAGES.descriptionHint}
        autoComplete="off"
        maxLength={DESCRIPTION_MAX_LENGTH}
        error={errors.description?.message}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" pending={isPending} pendingLabel={MESSAGES.adding}>
          {MESSAGES.submit}
        </Button>
        {/* Not read out: the toast has said it already. */}
        {failure && <p className="text-danger">{failure}</p>}
        {data && <p className="text-good">{MESSAGES.added(questionLabel(data.question))}</p>}
      </div>
    </form>
  );
}

function tellIncomplete(): void {
  toast({ title: MESSAGES.incomplete, variant: 'destructive' });
}
