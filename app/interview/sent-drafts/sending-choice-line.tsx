import { Button } from '../../shared/ui/button.js';
import { chooseSending, useSendingChoice } from './sending-choice.js';
import { SENT_DRAFT_MESSAGES as TEXT } from './sent-drafts.messages.js';
import { useHasUnwanted } from './unwanted-uploads.js';

interface SendingChoiceLineProps {
  /** Of what is recorded here the newest part could not be sent so far. */
  isHeldBack: boolean;
}

/** Says whether recordings are sent while they are recorded, and lets this device do the other. */
export function SendingChoiceLine({ isHeldBack }: SendingChoiceLineProps) {
  const isWhileRecording = useSendingChoice();
  const isTakingBack = useHasUnwanted();
  const whileRecording = isHeldBack ? TEXT.heldBack : TEXT.whileRecording;
  const whenAsked = isTakingBack ? TEXT.takingBack : TEXT.whenAsked;
  return (
    // Below it there is as much room as the button needs to be pressed.
    <p className="pb-2.5">
      {isWhileRecording ? whileRecording : whenAsked}{' '}
      <Button
        variant="quiet"
        className="-my-3 min-h-11 px-1 text-sm underline"
        onClick={() => chooseSending(!isWhileRecording)}
      >
        {isWhileRecording ? TEXT.sendWhenAsked : TEXT.sendWhileRecording}
      </Button>
    </p>
  );
}
