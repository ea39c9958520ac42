import { Button } from './button.js';
import { StatusLine } from './status-line.js';
import { UI_MESSAGES as TEXT } from './ui.messages.js';
import { useFocusOnLeaving } from './use-focus-on-leaving.js';

interface LoadFailureProps {
  text: string;
  onTryAgain: () => void;
}

/** In the place of what could not be read: that it could not, and another try. */
export function LoadFailure({ text, onTryAgain }: LoadFailureProps) {
  const box = useFocusOnLeaving();
  return (
    <div ref={box} className="grid justify-items-start gap-3">
      <StatusLine tone="danger" className="wrap-anywhere">
        {text}
      </StatusLine>
      <Button variant="outline" onClick={onTryAgain}>
        {TEXT.tryAgain}
      </Button>
    </div>
  );
}
