import type { ExportUser, ExportVideo } from './export.js';
import { markdownLine, markdownParagraphs } from './markdown-text.js';
import type { InterviewQuestion } from '../interview/questions.js';
import { NO_TRANSCRIPT, SITE_NAME } from '../common/wordings.js';

/** What the three calls of the export answer. */
export interface StoryExport {
  users: ExportUser[];
  /** Of several by one person on one question, the one is told that the public sees. */
  videos: Pick<ExportVideo, 'userId' | 'questionId' | 'transcript' | 'isShown'>[];
  questions: Pick<InterviewQuestion, 'id' | 'title' | 'sequence'>[];
}

/**
 * The transcripts as Markdown: per person the name, then in the order of the interview each question that has a video
 * which the public sees: what is approved may wait for its first day, or be hidden. The story overview is left out, and so is a person who has nothing else. Nothing that anyone wrote becomes markup.
 */
export function storyExport({ users, videos, questions }: StoryExport): string {
  const inOrder = questions.toSorted((a, b) => a.sequence - b.sequence);
  const people = users.flatMap((user) => {
    const own = videos.filter(({ userId, isShown }) => isShown && userId === user.id);
    const answers = inOrder.flatMap(({ id, title }) => {
      const video = own.find(({ questionId }) => questionId === id);
      return video ? [`### ${markdownLine(title)}`, markdownParagraphs(video.transcript) || NO_TRANSCRIPT] : [];
    });
    const name = `${user.firstName} ${user.lastName}`;
    return answers.length > 0 ? [`## ${markdownLine(name)}`, ...answers] : [];
  });
  return `${[`# ${SITE_NAME}`, ...people].join('\n\n')}\n`;
}

/** The name of the file, with the day in UTC. */
export function exportFileName(date: Date): string {
  return `story-data-export-${date.toISOString().slice(0, 10)}.md`;
}
