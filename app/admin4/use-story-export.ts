import { useMutation } from '@tanstack/react-query';
import type { ExportUser, ExportVideo } from '../../api/contract/staff/export.js';
import { type InterviewQuestion, QUESTIONS_PATH } from '../../api/contract/interview/questions.js';
import { exportFileName, type StoryExport, storyExport } from '../../api/contract/staff/export-markdown.js';
import { request } from '../shared/http/request.js';
import { saveFile } from '../shared/files.js';
import { isSignedOut } from '../shared/http/http-error.js';
import { EXPORT_MESSAGES as MESSAGES } from './admin4.messages.js';

/** Reads what is approved now, writes it as Markdown and lets the browser download it. */
export function useStoryExport() {
  return useMutation({ mutationFn: exportStories });
}

async function exportStories(): Promise<FinishedExport> {
  const stories = await readStories();
  const filename = exportFileName(new Date());
  saveFile(new Blob([storyExport(stories)], { type: 'text/markdown;charset=utf-8' }), filename);
  return { filename, people: stories.users.length };
}

async function readStories(): Promise<StoryExport> {
  const [users, videos, questions] = await Promise.all([
    request<ExportUser[]>('GET', '/api/users'),
    request<ExportVideo[]>('GET', '/api/showcase-videos/approved'),
    request<InterviewQuestion[]>('GET', QUESTIONS_PATH),
  ]);
  return { users, videos, questions };
}

/** The file that was downloaded last. */
interface FinishedExport {
  filename: string;
  people: number;
}

/** What is written under the button. */
interface ExportStatus {
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
