import type { InterviewQuestion } from '../../api/contract/questions.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { KnownDevice } from './known-device.js';
import { LandingDialogs } from './landing-dialogs.js';
import { ProgressStats } from './progress-stats.js';

/** What lives on the landing page: the progress bars where it stands, and the dialogs of the URL fragments. */
export default function LandingIsland({ questions }: { questions: InterviewQuestion[] }) {
  return (
    <AppIsland>
      <ProgressStats />
      <KnownDevice />
      <LandingDialogs questions={questions} />
    </AppIsland>
  );
}
