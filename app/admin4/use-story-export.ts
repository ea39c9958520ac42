import { useMutation } from '@tanstack/react-query';
import type { ExportUser, ExportVideo } from '../../api/contract/export.js';
import type { InterviewQuestion } from '../../api/contract/questions.js';
import { exportFileName, type StoryExport, storyExport } from '../../api/contract/story-export.js';
import { request } from '../shared/http/request.js';
import { saveFile } from '../shared/files.js';
import type { FinishedExport } from './export-status.js';

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
    request<InterviewQuestion[]>('GET', '/api/questions'),
  ]);
  return { users, videos, questions };
}
