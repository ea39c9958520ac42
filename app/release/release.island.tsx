import { useMutation, useQuery } from '@tanstack/react-query';
import { type Ref, useRef, useState } from 'react';
import { MY_STORY_PATH } from '../../api/contract/stories/my-story.js';
import {
  type OwnCut as Cut,
  RELEASE_LINK_API,
  type ReleaseLinkAnswer,
  type ReleaseRequest,
} from '../../api/contract/videos/releases.js';
import { HttpError, isDeadLink, saidBy } from '../shared/http/http-error.js';
import { linkPreview } from '../shared/http/query-client.js';
import { request } from '../shared/http/request.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { Button } from '../shared/ui/button.js';
import { PrivacyLink } from '../shared/ui/privacy-link.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { useArrival } from '../shared/ui/use-arrival.js';
import { useOtherLink } from '../shared/ui/use-other-link.js';
import { OwnCut } from './own-cut.js';
import { RELEASE_MESSAGES, RELEASE_PAGE_MESSAGES as TEXT } from './release.messages.js';

/** What a mailed link leads to: one cut. Only a press of a button answers: mail scanners open links. */
export default function ReleaseIsland() {
  const [token] = useState(() => location.hash.slice(1));
  useOtherLink(token);
  return (
    <AppIsland>
      <div className="grid gap-6">
        {token === '' ? <NoLink text={TEXT.noLink} /> : <OneCut token={token} />}
        <PrivacyLink />
      </div>
    </AppIsland>
  );
}

function OneCut({ token }: { token: string }) {
  const preview = useQuery(linkPreview<Cut>(`${RELEASE_LINK_API}/preview`, token));
  const answer = useMutation({
    mutationFn: (said: ReleaseRequest) =>
      request<void>('POST', `${RELEASE_LINK_API}/answer`, { token, ...said } satisfies ReleaseLinkAnswer),
    onError: (error) => {
      if (error instanceof HttpError && error.code === 'cut_changed') void preview.refetch();
    },
  });
  if (answer.isSuccess) return <Answered text={RELEASE_MESSAGES.done[answer.variables.decision]} />;
  if (preview.isPending) {
    return (
      <>
        <Heading>{TEXT.title}</Heading>
        <StatusLine>{TEXT.checking}</StatusLine>
      </>
    );
  }
  if (preview.isError && isDeadLink(preview.error)) return <NoLink text={saidBy(preview.error, TEXT.noLink)} />;
  // One that could not be read again stays, with what was written about it.
  if (preview.data === undefined) {
    return (
      <>
        <Heading>{TEXT.title}</Heading>
        <StatusLine tone="danger">{TEXT.unreachable}</StatusLine>
        <Button variant="outline" className="justify-self-start" onClick={() => void preview.refetch()}>
          {TEXT.tryAgain}
        </Button>
      </>
    );
  }
  const isWritten = preview.data.videoUrl === null;
  return (
    <>
      <Heading>{isWritten ? TEXT.headingOfWords : TEXT.heading}</Heading>
      <p className="measure text-lg text-muted">{isWritten ? TEXT.introOfWords : TEXT.intro}</p>
      <OwnCut cut={preview.data} answer={answer} level={2} />
    </>
  );
}

function NoLink({ text }: { text: string }) {
  return (
    <>
      <Heading>{TEXT.dead}</Heading>
      <div className="grid justify-items-start gap-5">
        <StatusLine className="measure">{text}</StatusLine>
        <MyStoryLink />
      </div>
    </>
  );
}

function Answered({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useArrival(heading);
  return (
    <>
      <Heading ref={heading}>{TEXT.answered}</Heading>
      <div className="grid justify-items-start gap-5 rounded-card bg-surface p-5 sm:p-6">
        <StatusLine tone="good" className="measure text-lg">
          {text}
        </StatusLine>
        <p className="measure text-muted">{TEXT.over}</p>
        <MyStoryLink />
      </div>
    </>
  );
}

/** Only where there is a cut to be seen is a video ready. */
function Heading({ ref, children }: { ref?: Ref<HTMLHeadingElement>; children: string }) {
  return (
    <h1 ref={ref} tabIndex={-1} className="text-3xl outline-none">
      {children}
    </h1>
  );
}

function MyStoryLink() {
  return (
    <a href={MY_STORY_PATH} className="button" data-variant="outline">
      {TEXT.toMyStory}
    </a>
  );
}
