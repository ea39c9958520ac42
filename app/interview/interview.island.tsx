import { AppIsland } from '../shared/ui/app-island.js';
import { TooltipDelays } from '../shared/ui/tooltip.js';
import { InterviewScreen } from './interview-screen.js';

interface InterviewIslandProps {
  /** Address of the documentary's site, or null while it is not set up. */
  documentaryUrl: string | null;
}

/** The interview of the signed-in participant, at `/`. */
export default function InterviewIsland({ documentaryUrl }: InterviewIslandProps) {
  return (
    <AppIsland>
      <TooltipDelays>
        <InterviewScreen documentaryUrl={documentaryUrl} />
      </TooltipDelays>
    </AppIsland>
  );
}
