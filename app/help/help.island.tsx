import { useRef, useState } from 'react';
import { HELP_API, HELP_PATH, HELPER_CONSENT, type Help } from '../../api/contract/people/helpers.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { Button } from '../shared/ui/button.js';
import { ConfirmDialog } from '../shared/ui/confirm-dialog.js';
import { LoadFailure } from '../shared/ui/load-failure.js';
import { OwnPage } from '../shared/ui/own-page.js';
import { PrivacyLink } from '../shared/ui/privacy-link.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { useArrival } from '../shared/ui/use-arrival.js';
import { useLeaveGuard } from '../shared/ui/use-leave-guard.js';
import { useOtherLink } from '../shared/ui/use-other-link.js';
import { AddThings, FilesOnTheWay } from './add-things.js';
import { AddedThings } from './added-things.js';
import { HELP_MESSAGES as TEXT } from './help.messages.js';
import { refusalText, useFiles, useHelp, useLeaving, useOpening } from './use-help.js';
import { LOCALE } from '../../api/contract/common/language.js';

/** What a participant's link leads somebody to who helps, at `/help#TOKEN`. */
export default function HelpIsland() {
  return (
    <AppIsland>
      <OwnPage heading={TEXT.welcome} path={HELP_API} ended={<p className="measure">{TEXT.noLink}</p>}>
        <HelpScreen />
      </OwnPage>
    </AppIsland>
  );
}

function HelpScreen() {
  const [token, setToken] = useState(() => location.hash.slice(1));
  useOtherLink(token);
  const { data: help, isPending, isLoadingError, refetch } = useHelp(token === '');
  const leaving = useLeaving();
  const [wasWelcomed] = useState(token !== '');
  // What opens it is no longer in the address, and cannot be read there by the next one at this device.
  const onOpened = () => {
    history.replaceState(null, '', HELP_PATH);
    setToken('');
  };

  return (
    <div className="grid max-w-2xl gap-8">
      {token !== '' && <Welcome token={token} onOpened={onOpened} />}
      {token === '' && leaving.isSuccess && <Plain text={TEXT.finished} isNew />}
      {token === '' && !leaving.isSuccess && (
        <>
          {help === undefined && <h1 className="text-3xl">{TEXT.welcome}</h1>}
          {isPending && <StatusLine>{TEXT.loading}</StatusLine>}
          {isLoadingError && <LoadFailure text={TEXT.loadFailed} onTryAgain={() => void refetch()} />}
          {help === null && <Plain text={TEXT.noLink} />}
          {help && <Helping help={help} leaving={leaving} isNew={wasWelcomed} />}
        </>
      )}
      <PrivacyLink />
    </div>
  );
}

/** `isNew`, here and below: it stands in place of what was there before. */
function Plain({ text, isNew = false }: { text: string; isNew?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useArrival(heading, isNew);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
        {TEXT.welcome}
      </h1>
      <p className="measure">{text}</p>
    </>
  );
}

/** Only a press opens the link: programs that look at messages open links, too. */
function Welcome({ token, onOpened }: { token: string; onOpened: () => void }) {
  const opening = useOpening();
  return (
    <>
      <h1 className="text-3xl">{TEXT.welcome}</h1>
      <p className="measure text-lg text-muted">{TEXT.welcomeText}</p>
      <p className="measure">{HELPER_CONSENT}</p>
      <Button
        className="justify-self-start"
        pending={opening.isPending}
        pendingLabel={TEXT.beginning}
        onClick={() => opening.mutate({ token }, { onSuccess: onOpened })}
      >
        {TEXT.begin}
      </Button>
      <StatusLine tone="danger">{opening.isError ? refusalText(opening.error, TEXT.openFailed) : ''}</StatusLine>
    </>
  );
}

interface HelpingProps {
  help: Help;
  leaving: ReturnType<typeof useLeaving>;
  isNew: boolean;
}

function Helping({ help, leaving, isNew }: HelpingProps) {
  const { firstName, isOpen, endsAt, added } = help;
  const files = useFiles();
  const heading = useRef<HTMLHeadingElement>(null);
  useArrival(heading, isNew);
  const isSending = files.sending !== null;
  const [words, setWords] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const isTyped = words.trim() !== '';
  // Whoever left now would end the session that the rest of the files needs.
  useLeaveGuard(isSending || isTyped);
  const leave = () => {
    setIsAsking(false);
    leaving.mutate();
  };
  return (
    <>
      <header className="grid gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
          {TEXT.heading(firstName)}
        </h1>
        <p className="measure text-muted">{isOpen ? TEXT.text(firstName) : TEXT.closed(firstName)}</p>
        {isOpen && <p className="measure text-sm text-muted">{HELPER_CONSENT}</p>}
      </header>
      {(isOpen || isTyped) && <AddThings files={files} isOpen={isOpen} words={words} onWords={setWords} />}
      <FilesOnTheWay files={files} />
      <AddedThings added={added} isOpen={isOpen} />
      <footer className="grid justify-items-start gap-3">
        <p className="text-sm text-muted">{TEXT.endsOn(DAY.format(new Date(endsAt)))}</p>
        <Button
          variant="quiet"
          className="-ml-2 px-2"
          disabled={isSending}
          pending={leaving.isPending}
          onClick={() => (isTyped ? setIsAsking(true) : leave())}
        >
          {TEXT.finish}
        </Button>
        {leaving.isError && (
          <p role="alert" className="text-danger">
            {refusalText(leaving.error, TEXT.leaveFailed)}
          </p>
        )}
      </footer>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={TEXT.unadded.title}
        description={TEXT.unadded.description}
        confirmLabel={TEXT.unadded.confirm}
        cancelLabel={TEXT.unadded.cancel}
        danger
        onConfirm={leave}
      />
    </>
  );
}

const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long' });
