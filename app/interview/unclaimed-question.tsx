import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { counted, listed } from '../../api/contract/common/grammar.js';
import { NAME_MAX_LENGTH } from '../../api/contract/common/limits.js';
import {
  type DiscardUnclaimedRequest,
  UNCLAIMED_PATH,
  type UnclaimedBeginning,
} from '../../api/contract/people/participants.js';
import { isSignedOut, saidBy, SIGNED_OUT } from '../shared/http/http-error.js';
import { request } from '../shared/http/request.js';
import { fullName, shortDate } from '../shared/text/format.js';
import { Button } from '../shared/ui/button.js';
import { Dialog } from '../shared/ui/dialog.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { TextField } from '../shared/ui/text-field.js';
import { useArrival } from '../shared/ui/use-arrival.js';
import { UNCLAIMED_MESSAGES as TEXT } from './common/interview.messages.js';
import { InterviewFrame } from './frame/interview-frame.js';

const filled = (message: string) => (value: string) => value.trim() !== '' || message;

/** Asks the owner of an e-mail about what was begun under it before they came. Everything is read anew after the answer. */
export function UnclaimedQuestion({ unclaimed, onLater }: { unclaimed: UnclaimedBeginning; onLater: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isDiscarding, setIsDiscarding] = useState(false);
  const claiming = useMutation({
    mutationFn: () => request<void>('POST', `${UNCLAIMED_PATH}/claim`),
    onSuccess: () => location.reload(),
  });
  useArrival(heading);
  return (
    <InterviewFrame>
      <div className="m-auto grid w-full max-w-xl gap-6 py-8">
        <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {TEXT.heading}
        </h2>
        <p>{TEXT.intro}</p>
        <Facts unclaimed={unclaimed} />
        <div className="grid gap-3">
          <div className="flex flex-wrap gap-3">
            <Button
              pending={claiming.isPending || claiming.isSuccess}
              pendingLabel={TEXT.claiming}
              onClick={() => claiming.mutate()}
            >
              {TEXT.mine}
            </Button>
            <Button variant="outline" disabled={claiming.isPending} onClick={() => setIsDiscarding(true)}>
              {TEXT.notMine}
            </Button>
            <Button variant="quiet" disabled={claiming.isPending} onClick={onLater}>
              {TEXT.later}
            </Button>
          </div>
          <p className="text-sm text-muted">{TEXT.mineHint}</p>
          <StatusLine tone="danger" className="text-sm">
            {claiming.isError && failureOf(claiming.error)}
          </StatusLine>
        </div>
      </div>
      <Dialog
        open={isDiscarding}
        onOpenChange={setIsDiscarding}
        title={TEXT.discardTitle}
        description={TEXT.discardHint}
      >
        <DiscardForm onCancel={() => setIsDiscarding(false)} />
      </Dialog>
    </InterviewFrame>
  );
}

/** Leads back to the question, for those who have put it off. */
export function UnclaimedNotice({ onLook }: { onLook: () => void }) {
  return (
    <p className="my-2 flex flex-wrap items-center justify-between gap-x-4 rounded-control border border-warn px-3 py-2 text-sm">
      {TEXT.notice}
      <Button variant="quiet" className="-my-2 min-h-11 px-0 text-sm underline" onClick={onLook}>
        {TEXT.look}
      </Button>
    </p>
  );
}

function Facts({ unclaimed }: { unclaimed: UnclaimedBeginning }) {
  const { instagram, tiktok, answers, photos, drafts, begunAt, lastAt, isSubmitted } = unclaimed;
  const handles = [instagram && `Instagram ${instagram}`, tiktok && `TikTok ${tiktok}`].filter(Boolean).join(', ');
  const recorded = listed([
    counted(answers, { one: 'answer', other: 'answers' }),
    counted(photos, { one: 'photo', other: 'photos' }),
  ]);
  return (
    <dl
      aria-label={TEXT.factsLabel}
      className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 rounded-card border border-line bg-surface p-5"
    >
      <Fact name={TEXT.registered}>{TEXT.registeredAs(fullName(unclaimed), shortDate(begunAt))}</Fact>
      {handles && <Fact name={TEXT.handles}>{handles}</Fact>}
      <Fact name={TEXT.recorded}>
        {lastAt === null ? TEXT.nothingRecorded : `${recorded}, ${TEXT.last(shortDate(lastAt))}`}
      </Fact>
      {drafts !== undefined && <Fact name={TEXT.unsaved}>{TEXT.drafts(drafts)}</Fact>}
      {isSubmitted && <Fact name={TEXT.submitted}>{TEXT.isSubmitted}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

function DiscardForm({ onCancel }: { onCancel: () => void }) {
  const defaultValues: DiscardUnclaimedRequest = { firstName: '', lastName: '' };
  const { register, handleSubmit, formState } = useForm({ defaultValues });
  const discard = useMutation({
    mutationFn: (name: DiscardUnclaimedRequest) => request<void>('POST', `${UNCLAIMED_PATH}/discard`, name),
    onSuccess: () => location.reload(),
  });
  return (
    // Errors are written beside their fields instead of in the browser's bubbles, which go away.
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit((name) => discard.mutate(name))(event)}
    >
      <TextField
        {...register('firstName', { validate: filled(TEXT.firstNameMissing) })}
        label={TEXT.firstName}
        error={formState.errors.firstName?.message}
        autoComplete="given-name"
        maxLength={NAME_MAX_LENGTH}
        required
      />
      <TextField
        {...register('lastName', { validate: filled(TEXT.lastNameMissing) })}
        label={TEXT.lastName}
        error={formState.errors.lastName?.message}
        autoComplete="family-name"
        maxLength={NAME_MAX_LENGTH}
        required
      />
      <StatusLine tone="danger" className="text-sm">
        {discard.isError && failureOf(discard.error)}
      </StatusLine>
      <div className="flex flex-wrap justify-end gap-3">
        <Button type="button" variant="quiet" disabled={discard.isPending || discard.isSuccess} onClick={onCancel}>
          {TEXT.keep}
        </Button>
        <Button
          type="submit"
          variant="danger"
          pending={discard.isPending || discard.isSuccess}
          pendingLabel={TEXT.discarding}
        >
          {TEXT.discard}
        </Button>
      </div>
    </form>
  );
}

function failureOf(error: Error): string {
  return isSignedOut(error) ? SIGNED_OUT : saidBy(error, TEXT.failed);
}
