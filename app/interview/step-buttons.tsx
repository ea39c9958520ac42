import { Button } from '../shared/ui/button.js';
import { Tooltip } from '../shared/ui/tooltip.js';
import { toast } from '../shared/ui/toast-store.js';
import { INTERVIEW_MESSAGES as TEXT } from './interview.messages.js';

interface PreviousButtonProps {
  isDisabled: boolean;
  onPress: () => void;
}

export function PreviousButton({ isDisabled, onPress }: PreviousButtonProps) {
  return (
    <Button variant="quiet" className="px-1 text-sm md:text-base" disabled={isDisabled} onClick={onPress}>
      {TEXT.previous}
    </Button>
  );
}

interface NextButtonProps {
  label: string;
  isAnswered: boolean;
  /** A recording is under way or not saved yet. */
  isUnsaved: boolean;
  onPress: () => void;
}

/** The way on. While it is disabled it still takes the press, to say what is missing. */
export function NextButton({ label, isAnswered, isUnsaved, onPress }: NextButtonProps) {
  const why = isUnsaved ? TEXT.unsavedTake : TEXT.notAnswered;
  const explain = () => toast(isUnsaved ? why : { ...why, variant: 'destructive' });
  const isDisabled = isUnsaved || !isAnswered;
  return (
    <Tooltip text={isDisabled ? why.description : null}>
      <button
        type="button"
        className="button px-1 text-sm md:text-base"
        data-variant="primary"
        aria-disabled={isDisabled || undefined}
        onClick={isDisabled ? explain : onPress}
      >
        {label}
      </button>
    </Tooltip>
  );
}
