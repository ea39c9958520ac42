import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Ref, useRef, useState } from 'react';
import type { GuardianAnswerRequest, GuardianPreview } from '../../api/contract/consent/consent.js';
import { PRIVACY } from '../../api/contract/consent/privacy.js';
import { isDeadLink, saidBy } from '../shared/http/http-error.js';
import { linkPreview } from '../shared/http/query-client.js';
import { request } from '../shared/http/request.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { Button } from '../shared/ui/button.js';
import { PrivacyLink } from '../shared/ui/privacy-link.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { useKeptFocus } from '../shared/ui/use-kept-focus.js';
import { useOtherLink } from '../shared/ui/use-other-link.js';
import { GUARDIAN_MESSAGES as TEXT } from './guardian.messages.js';

const WORDS = PRIVACY.text.recording;

/** What a mailed link leads a parent or guardian to. Only a press of a button answers: mail scanners open links. */
export default function GuardianIsland() {
  // It stays in the address: whoever said yes comes back by it to say no.
  const [token] = useState(() => location.hash.slice(1));
  useOtherLink(token);
  return (
    <AppIsland>
      <div className="grid max-w-2xl gap-6">
        {token === '' ? <DeadLink text={TEXT.noLink} /> : <Guardian token={token} />}
        <PrivacyLink />
      </div>
    </AppIsland>
  );
}

function Guardian({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const link = linkPreview<GuardianPreview>('/api/consent/guardian/preview', token);
  const preview = useQuery(link);
  const answer = useMutation({
    mutationFn: (said: 'yes' | 'no') => {
      const body: GuardianAnswerRequest = { token, answer: said, version: PRIVACY.version };
      return request<GuardianPreview>('POST', '/api/consent/guardian/answer', body);
    },
    onSuccess: (after) => queryClient.setQueryData(link.queryKey, after),
  });
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed goes with the question.
  useKeptFocus(heading, answer.data?.recording ?? '');

  if (preview.isPending) {
    return (
      <>
        <Heading>{TEXT.heading}</Heading>
        <StatusLine>{TEXT.checking}</StatusLine>
      </>
    );
  }
  if (preview.isError) {
    if (isDeadLink(preview.error)) return <DeadLink text={saidBy(preview.error, TEXT.unreachable)} />;
    return (
      <>
        <Heading>{TEXT.heading}</Heading>
        <StatusLine tone="danger">{saidBy(preview.error, TEXT.unreachable)}</StatusLine>
        <Button variant="outline" className="justify-self-start" onClick={() => void preview.refetch()}>
          {TEXT.tryAgain}
        </Button>
      </>
    );
  }
  const { maskedEmail, recording } = preview.data;
  /** Both buttons rest until the answer has arrived; the pressed one says so. */
  const working = (said: 'yes' | 'no') => ({
    pending: answer.isPending,
    pendingLabel: answer.variables === said ? TEXT.saying : undefined,
  });
  return (
    <>
      <Heading ref={heading}>{TEXT.heading}</Heading>
      <p>
        {TEXT.about} <strong className="font-semibold">{maskedEmail}</strong>. {TEXT.hint}
      </p>
      {recording === 'guardian_asked' && (
        <>
          <List heading={TEXT.happens} points={WORDS.happens} />
          <List heading={TEXT.happensNot} points={WORDS.happensNot} />
        </>
      )}
      <StatusLine tone={answer.isError ? 'danger' : 'good'}>
        {answer.isError ? saidBy(answer.error, TEXT.unreachable) : saidOf(recording)}
      </StatusLine>
      <div className="flex flex-wrap gap-3">
        {recording === 'guardian_asked' && (
          <Button {...working('yes')} onClick={() => answer.mutate('yes')}>
            {TEXT.yes}
          </Button>
        )}
        {recording !== 'none' && recording !== 'guardian_refused' && (
          <Button variant="outline" {...working('no')} onClick={() => answer.mutate('no')}>
            {recording === 'given' || recording === 'withdrawn' ? TEXT.takeBack : TEXT.no}
          </Button>
        )}
      </div>
    </>
  );
}

function DeadLink({ text }: { text: string }) {
  return (
    <>
      <Heading>{TEXT.dead}</Heading>
      <StatusLine>{text}</StatusLine>
    </>
  );
}

function Heading({ ref, children }: { ref?: Ref<HTMLHeadingElement>; children: string }) {
  return (
    <h1 ref={ref} tabIndex={-1} className="text-3xl outline-none">
      {children}
    </h1>
  );
}

function List({ heading, points }: { heading: string; points: string[] }) {
  return (
    <section>
      <h2 className="text-lg">{heading}</h2>
      <ul className="mt-2 list-disc pl-6">
        {points.map((point) => (
          <li key={point} className="py-0.5">
            {point}
          </li>
        ))}
      </ul>
    </section>
  );
}

function saidOf(recording: GuardianPreview['recording']): string {
  if (recording === 'guardian_asked') return '';
  return recording === 'none' ? TEXT.otherwise : TEXT.said[recording];
}
