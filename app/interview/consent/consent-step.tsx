import { Check, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { EMAIL_MAX_LENGTH } from '../../../api/contract/common/limits.js';
import { type Consent, type KeptAlone, PHOTOS_CONSENT, WORDS_CONSENT } from '../../../api/contract/consent/consent.js';
import { PRIVACY } from '../../../api/contract/consent/privacy.js';
import { saidBy } from '../../shared/http/http-error.js';
import { looksLikeEmail } from '../../shared/text/email.js';
import { Button } from '../../shared/ui/button.js';
import { PrivacyLink } from '../../shared/ui/privacy-link.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { TextField } from '../../shared/ui/text-field.js';
import { useArrival } from '../../shared/ui/use-arrival.js';
import { useKeptFocus } from '../../shared/ui/use-kept-focus.js';
import { CONSENT_MESSAGES as TEXT } from './consent.messages.js';
import { InterviewFrame } from '../frame/interview-frame.js';
import { type ConsentChange, useConsentChange } from './use-consent.js';

const { recording: WORDS, transcription: TRANSCRIPTION } = PRIVACY.text;
const ALONE_CONSENT: Record<KeptAlone, { heading: string; text: string }> = {
  words: WORDS_CONSENT,
  photos: PHOTOS_CONSENT,
};
const KEPT_ALONE = ['words', 'photos'] as const;

interface ConsentStepProps {
  consent: Consent;
  /** On to the interview: to read it, or to record. */
  onLeave: () => void;
  /** On to the interview, with a yes to being recorded that was said just now. */
  onAgreed: () => void;
  /** Said above. */
  notice: ReactNode;
}

type Screen =
  'ask' | 'ask-guardian' | 'ask-transcription' | 'given' | 'guardian-asked' | 'guardian-refused' | 'refused';

/** What is agreed to before the first recording, one thing after the other; later what was agreed to, to take it back. */
export function ConsentStep({ consent, onLeave, onAgreed, notice }: ConsentStepProps) {
  const [isAskingGuardian, setIsAskingGuardian] = useState(false);
  // Who came to say yes goes straight on; who came to look stays.
  const [cameToAsk] = useState(consent.recording !== 'given' || consent.transcription?.isAllowed === null);
  const change = useConsentChange();
  const heading = useRef<HTMLHeadingElement>(null);
  const screen = isAskingGuardian ? 'ask-guardian' : screenOf(consent, cameToAsk);
  useArrival(heading);
  useKeptFocus(heading, screen);

  const say = (said: ConsentChange) =>
    change.mutate(said, {
      onSuccess: (after) => {
        setIsAskingGuardian(false);
        const isDone = after.recording === 'given' && after.transcription?.isAllowed !== null;
        const goesOn =
          (said.about === 'words' && after.words === true) || (said.about === 'photos' && after.photos === true);
        if (cameToAsk && isDone) onAgreed();
        else if (goesOn) onLeave();
        else heading.current?.focus();
      },
    });
  const parts = { consent, change, say, onLeave, setIsAskingGuardian };
  return (
    <InterviewFrame notice={notice}>
      <div className="m-auto grid w-full max-w-2xl gap-6 py-6">
        <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {headingOf(screen, consent)}
        </h2>
        {screen === 'ask' && <Ask {...parts} />}
        {screen === 'ask-guardian' && <AskGuardian {...parts} />}
        {screen === 'ask-transcription' && <AskTranscription {...parts} />}
        {(screen === 'given' || screen === 'refused') && <Answered {...parts} isGiven={screen === 'given'} />}
        {screen === 'guardian-asked' && <GuardianAsked {...parts} />}
        {screen === 'guardian-refused' && (
          <>
            <p>{TEXT.guardianRefused.hint}</p>
            <Buttons>
              <Button variant="outline" onClick={onLeave}>
                {TEXT.readFirst}
              </Button>
            </Buttons>
          </>
        )}
        <StatusLine tone="danger" className="text-sm">
          {change.isError && saidBy(change.error, TEXT.failed)}
        </StatusLine>
        <PrivacyLink className="-mt-4" />
      </div>
    </InterviewFrame>
  );
}

/** In place of the camera, where nothing may be recorded yet: the questions can be read all the same. */
export function ConsentGate({ isGuardianAsked, onLook }: { isGuardianAsked: boolean; onLook: () => void }) {
  return (
    <div className="stage" data-kind="words">
      <section aria-label={TEXT.gateLook} className="stage-panel">
        <div className="stage-words">
          <p>{isGuardianAsked ? TEXT.gateGuardianAsked : TEXT.gate}</p>
          <Button onClick={onLook} className="px-3">
            {TEXT.gateLook}
          </Button>
        </div>
      </section>
    </div>
  );
}

/** In place of the photos of somebody who is not recorded: whether they would add some all the same is asked right there. */
export function PhotosGate() {
  const change = useConsentChange();
  const say = (answer: 'yes' | 'no') => change.mutate({ about: 'photos', answer });
  return (
    <section className="grid gap-3 rounded-card border border-line px-4 py-4">
      <h3 className="text-lg">{PHOTOS_CONSENT.heading}</h3>
      <p>{PHOTOS_CONSENT.text}</p>
      <Buttons>
        <Button disabled={change.isPending} onClick={() => say('yes')}>
          {TEXT.alone.photos.yes}
        </Button>
        <Button variant="outline" disabled={change.isPending} onClick={() => say('no')}>
          {TEXT.withoutPhotos}
        </Button>
      </Buttons>
      <StatusLine tone="danger" className="text-sm">
        {change.isError && saidBy(change.error, TEXT.failed)}
      </StatusLine>
    </section>
  );
}

interface PartProps {
  consent: Consent;
  change: ReturnType<typeof useConsentChange>;
  say: (said: ConsentChange) => void;
  onLeave: () => void;
  setIsAskingGuardian: (isAsking: boolean) => void;
}

function Ask({ consent, change, say, onLeave, setIsAskingGuardian }: PartProps) {
  const { isPending, variables } = change;
  const isYes = isPending && variables.about === 'recording' && variables.answer === 'yes';
  return (
    <>
      <Points
        heading={TEXT.happens}
        icon={<Check size={20} aria-hidden className="text-good" />}
        points={WORDS.happens}
      />
      <Points
        heading={TEXT.happensNot}
        icon={<X size={20} aria-hidden className="text-muted" />}
        points={WORDS.happensNot}
      />
      <p className="font-serif text-lg">{WORDS.promise}</p>
      {consent.sound !== null && (
        <div className="grid gap-2">
          <p id="consent-sound" className="text-sm text-muted">
            {TEXT.listen}
          </p>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its words stand above it */}
          <audio
            controls
            preload="none"
            src={consent.sound}
            aria-labelledby="consent-sound"
            className="w-full max-w-md"
          />
        </div>
      )}
      <Buttons>
        <Button
          pending={isYes}
          pendingLabel={TEXT.saying}
          disabled={isPending && !isYes}
          onClick={() => say({ about: 'recording', answer: 'yes' })}
        >
          {TEXT.yes}
        </Button>
        <Button variant="outline" disabled={isPending} onClick={() => setIsAskingGuardian(true)}>
          {TEXT.under18}
        </Button>
        <Button variant="quiet" disabled={isPending} onClick={onLeave}>
          {TEXT.readFirst}
        </Button>
        <Button variant="quiet" disabled={isPending} onClick={() => say({ about: 'recording', answer: 'no' })}>
          {TEXT.no}
        </Button>
      </Buttons>
    </>
  );
}

function AskGuardian({ change, say, setIsAskingGuardian }: PartProps) {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return undefined;
    if (!looksLikeEmail(email)) {
      setError(TEXT.guardianEmailInvalid);
      return field.current?.focus();
    }
    return say({ about: 'guardian', email: email.trim() });
  };
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <p>{TEXT.guardianHint}</p>
      <TextField
        ref={field}
        label={TEXT.guardianEmail}
        error={error}
        type="email"
        maxLength={EMAIL_MAX_LENGTH}
        required
        value={email}
        onChange={({ target }) => {
          setEmail(target.value);
          setError(undefined);
        }}
      />
      <Buttons>
        <Button
          type="submit"
          disabled={email.trim() === ''}
          pending={change.isPending}
          pendingLabel={TEXT.guardianSending}
        >
          {TEXT.guardianSend}
        </Button>
        <Button type="button" variant="quiet" disabled={change.isPending} onClick={() => setIsAskingGuardian(false)}>
          {TEXT.back}
        </Button>
      </Buttons>
    </form>
  );
}

function AskTranscription({ consent, change, say }: PartProps) {
  const service = consent.transcription?.service ?? '';
  return (
    <>
      <p>{TRANSCRIPTION.words.map((words) => words.replaceAll('{transcriber}', service)).join(' ')}</p>
      <Buttons>
        <Button disabled={change.isPending} onClick={() => say({ about: 'transcription', answer: 'yes' })}>
          {TEXT.transcriptionYes}
        </Button>
        <Button
          variant="outline"
          disabled={change.isPending}
          onClick={() => say({ about: 'transcription', answer: 'no' })}
        >
          {TEXT.transcriptionNo}
        </Button>
      </Buttons>
    </>
  );
}

/** What they said, and the other word: to take it back is one press, as saying it was. */
function Answered({ consent, change, say, onLeave, setIsAskingGuardian, isGiven }: PartProps & { isGiven: boolean }) {
  const { transcription } = consent;
  return (
    <>
      <p>{isGiven ? TEXT.given.hint : TEXT.refused.hint}</p>
      <Buttons>
        {isGiven ? (
          <>
            <Button disabled={change.isPending} onClick={onLeave}>
              {TEXT.goOn}
            </Button>
            <Button
              variant="outline"
              disabled={change.isPending}
              onClick={() => say({ about: 'recording', answer: 'no' })}
            >
              {TEXT.withdraw}
            </Button>
          </>
        ) : (
          <>
            <Button
              variant="outline"
              disabled={change.isPending}
              onClick={() => say({ about: 'recording', answer: 'yes' })}
            >
              {TEXT.yes}
            </Button>
            <Button variant="quiet" disabled={change.isPending} onClick={() => setIsAskingGuardian(true)}>
              {TEXT.under18}
            </Button>
            <Button variant="quiet" disabled={change.isPending} onClick={onLeave}>
              {TEXT.readFirst}
            </Button>
          </>
        )}
      </Buttons>
      {!isGiven &&
        KEPT_ALONE.map((what) => (
          <section key={what} className="grid gap-3 border-t border-line pt-5">
            <h3 className="text-lg">{ALONE_CONSENT[what].heading}</h3>
            <p>{ALONE_CONSENT[what].text}</p>
            <Buttons>
              {consent[what] ? (
                <>
                  <Button disabled={change.isPending} onClick={onLeave}>
                    {TEXT.alone[what].goOn}
                  </Button>
                  <Button
                    variant="quiet"
                    disabled={change.isPending}
                    onClick={() => say({ about: what, answer: 'no' })}
                  >
                    {TEXT.alone[what].no}
                  </Button>
                </>
              ) : (
                <Button
                  variant={what === 'words' ? 'primary' : 'outline'}
                  disabled={change.isPending}
                  onClick={() => say({ about: what, answer: 'yes' })}
                >
                  {TEXT.alone[what].yes}
                </Button>
              )}
            </Buttons>
          </section>
        ))}
      {transcription && isGiven && (
        <section className="grid gap-3 border-t border-line pt-5">
          <h3 className="text-lg">{TRANSCRIPTION.heading}</h3>
          <p>
            {TRANSCRIPTION.words.map((words) => words.replaceAll('{transcriber}', transcription.service)).join(' ')}
          </p>
          <Buttons>
            <Button
              variant="outline"
              disabled={change.isPending}
              onClick={() => say({ about: 'transcription', answer: transcription.isAllowed ? 'no' : 'yes' })}
            >
              {transcription.isAllowed ? TEXT.withdraw : TEXT.transcriptionYes}
              {transcription.isAllowed && <span className="sr-only">{TEXT.withdrawNamed(TRANSCRIPTION.heading)}</span>}
            </Button>
          </Buttons>
        </section>
      )}
    </>
  );
}

function GuardianAsked({ consent: { guardian }, change, onLeave, setIsAskingGuardian }: PartProps) {
  return (
    <>
      <p>{guardianTextOf(guardian).hint}</p>
      <Buttons>
        <Button variant="outline" disabled={change.isPending} onClick={onLeave}>
          {TEXT.readFirst}
        </Button>
        <Button variant="quiet" disabled={change.isPending} onClick={() => setIsAskingGuardian(true)}>
          {guardian === null ? TEXT.guardianUnknown.action : TEXT.anotherGuardian}
        </Button>
      </Buttons>
    </>
  );
}

function Points({ heading, icon, points }: { heading: string; icon: ReactNode; points: string[] }) {
  return (
    <section>
      <h3 className="text-lg">{heading}</h3>
      <ul className="mt-2 grid gap-1.5">
        {points.map((point) => (
          <li key={point} className="flex items-start gap-3">
            <span className="mt-0.5 flex-none">{icon}</span>
            {point}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Buttons({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-3 max-sm:grid">{children}</div>;
}

function screenOf({ recording, transcription }: Consent, cameToAsk: boolean): Screen {
  if (recording === 'none') return 'ask';
  if (recording === 'guardian_asked') return 'guardian-asked';
  if (recording === 'guardian_refused') return 'guardian-refused';
  if (recording !== 'given') return 'refused';
  return cameToAsk && transcription?.isAllowed === null ? 'ask-transcription' : 'given';
}

function headingOf(screen: Screen, { guardian }: Consent): string {
  if (screen === 'ask') return WORDS.heading;
  if (screen === 'ask-guardian') return TEXT.guardianTitle;
  if (screen === 'ask-transcription') return TRANSCRIPTION.heading;
  if (screen === 'given') return TEXT.given.heading;
  if (screen === 'guardian-asked') return guardianTextOf(guardian).heading;
  return screen === 'refused' ? TEXT.refused.heading : TEXT.guardianRefused.heading;
}

/** Without an address nobody could be mailed yet, or it is not known any more who was. */
function guardianTextOf(guardian: string | null) {
  return guardian === null ? TEXT.guardianUnknown : TEXT.guardianAsked(guardian);
}
