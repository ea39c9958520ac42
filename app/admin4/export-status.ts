import { isSignedOut } from '../admin-gate/signed-out.js';
import { EXPORT_MESSAGES as MESSAGES } from './admin4.messages.js';

/** The file that was downloaded last. */
export interface FinishedExport {
  filename: string;
  people: number;
}

/** What is written under the button. */
export interface ExportStatus {
  tone: 'muted' | 'good' | 'danger';
  text: string;
}

interface ExportProgress {
  isPending: boolean;
  data: FinishedExport | undefined;
  error: Error | null;
}

/** A session that has ended is no failure of the export: the gate speaks of it. */
export function exportStatus({ isPending, data, error }: ExportProgress): ExportStatus {
  if (isPending) return { tone: 'muted', text: MESSAGES.generating };
  if (error && !isSignedOut(error)) return { tone: 'danger', text: `${MESSAGES.failed}: ${MESSAGES.failedHint}` };
  if (!data) return { tone: 'muted', text: '' };
  const { filename, people } = data;
  return { tone: 'good', text: people > 0 ? MESSAGES.done(filename, people) : MESSAGES.doneEmpty(filename) };
}
