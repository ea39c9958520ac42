import { type ReactNode, useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { DESCRIPTION_MAX_LENGTH, REDIRECT_URL_MAX_LENGTH } from '../../api/contract/common/limits.js';
import type { AddRedirectRequest } from '../../api/contract/interview/redirects.js';
import { tellFailure } from '../admin-gate/failures.js';
import { isSame } from '../shared/drafts/form-drafts.js';
import { DraftChoice, DraftNotice } from '../shared/drafts/draft-notice.js';
import { settleDraft, useKeptDraft, useOfferedDraft } from '../shared/drafts/use-form-draft.js';
import { Button } from '../shared/ui/button.js';
import { Select } from '../shared/ui/select.js';
import { TextField } from '../shared/ui/text-field.js';
import { toast } from '../shared/ui/toast-store.js';
import { EDITOR_MESSAGES as MESSAGES } from './admin2.messages.js';
import {
  EMPTY_FIELDS,
  hasWords,
  isFilledIn,
  mergeRedirect,
  QUESTION_LABELS,
  questionLabel,
  type RedirectFields,
  toRedirectRequest,
} from './redirect-fields.js';

interface RedirectEditorProps {
  labelledBy: string;
  /** The name of its form draft. */
  draft: string;
  initial: RedirectFields;
  texts: { submit: string; saving: string; failed: string; failedHint: string };
  /** Stores what was filled in, and tells that it is stored. */
  save: (redirect: AddRedirectRequest) => Promise<void>;
  isSaving: boolean;
  /** Beside a screen's primary button. */
  isSecondary?: boolean;
  /** Opened by a press: takes the focus. */
  takesFocus?: boolean;
  /** Beside the button. */
  children?: ReactNode;
}

/** The three fields of a redirect. What is refused stays in the form, with the reason below it. */
export function RedirectEditor({
  labelledBy,
  draft,
  initial,
  texts,
  save,
  isSaving,
  takesFocus,
  ...rest
}: RedirectEditorProps) {
  const { offered, settle } = useOfferedDraft(draft, initial);
  const mine = offered ? mergeRedirect(offered, initial) : initial;
  const isOffered = offered !== null && !isSame(mine, initial);
  const isStale = isOffered && offered.isStale;
  const { register, handleSubmit, reset, setFocus, formState, control } = useForm<RedirectFields>({
    defaultValues: mine,
  });
  const typed = { ...initial, ...useWatch({ control }) };
  // As long as the choice about a stale draft is open, it stays one.
  useKeptDraft(draft, hasWords(typed) ? typed : initial, isStale ? offered.base : initial);
  const { errors } = formState;
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    if (takesFocus && !isStale) setFocus('question');
  }, [takesFocus, isStale, setFocus]);

  const submit = async (fields: RedirectFields) => {
    setFailure(null);
    try {
      await save(toRedirectRequest(fields));
      settleDraft(draft, typed);
      reset({ ...EMPTY_FIELDS, question: fields.question });
      settle();
    } catch (error) {
      setFailure(tellFailure(error, texts.failed, texts.failedHint));
    }
  };

  const discardDraft = () => {
    reset(initial);
    settle();
  };
  if (isStale) {
    return (
      <DraftChoice keptAt={offered.keptAt} onMine={settle} onTheirs={discardDraft}>
        <dl className="grid gap-2">
          <RedirectWords label={MESSAGES.saved} fields={initial} />
          <RedirectWords label={MESSAGES.yours} fields={mine} />
        </dl>
      </DraftChoice>
    );
  }
  return (
    <form
      noValidate
      aria-labelledby={labelledBy}
      className="grid content-start gap-5"
      onSubmit={(event) => void handleSubmit(submit, tellIncomplete)(event)}
    >
      {isOffered && <DraftNotice keptAt={offered.keptAt} onDiscard={discardDraft} />}
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
        <Button
          type="submit"
          variant={rest.isSecondary ? 'outline' : 'primary'}
          pending={isSaving}
          pendingLabel={texts.saving}
        >
          {texts.submit}
        </Button>
        {/* Not read out: the toast has said it already. */}
        {failure && <p className="text-danger">{failure}</p>}
        {rest.children}
      </div>
    </form>
  );
}

function RedirectWords({ label, fields }: { label: string; fields: RedirectFields }) {
  return (
    <div>
      <dt className="text-sm font-semibold">{label}</dt>
      <dd className="wrap-anywhere">{questionLabel(Number(fields.question))}</dd>
      <dd className="wrap-anywhere">{fields.redirectUrl}</dd>
      <dd className="text-sm wrap-anywhere text-muted">{fields.description}</dd>
    </div>
  );
}

function tellIncomplete(): void {
  toast({ title: MESSAGES.incomplete, variant: 'destructive' });
}
