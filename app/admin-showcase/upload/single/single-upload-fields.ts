import type { CreateShowcaseVideoFields } from '../../../../api/contract/showcase.js';
import { UPLOAD_MESSAGES } from '../../admin-showcase.messages.js';
import { keepVideos } from '../video-files.js';

/** What the form holds: selects hold texts, a file input a list. */
export interface SingleUploadFields {
  userId: string;
  questionId: string;
  files: ArrayLike<File> | null;
  title: string;
  description: string;
  transcript: string;
}

export const EMPTY_FIELDS: SingleUploadFields = {
  userId: '',
  questionId: '',
  files: null,
  title: '',
  description: '',
  transcript: '',
};

export function chosenFile({ files }: Pick<SingleUploadFields, 'files'>): File | undefined {
  return files?.[0];
}

/** True, or what is wrong with the chosen file. */
export function checkFile(files: SingleUploadFields['files']): true | string {
  const file = chosenFile({ files });
  return file !== undefined && keepVideos([file]).length === 1 ? true : UPLOAD_MESSAGES.notAVideo;
}

/** Whether the user, the question or the file is still to be chosen. */
export function isIncomplete(fields: SingleUploadFields): boolean {
  return fields.userId === '' || fields.questionId === '' || chosenFile(fields) === undefined;
}

/** The form's texts as they go to the server, without blanks around them; empty ones are left to the server. */
export function toUploadFields(fields: SingleUploadFields): CreateShowcaseVideoFields {
  return {
    userId: fields.userId,
    questionId: Number(fields.questionId),
    title: fields.title.trim() || undefined,
    description: fields.description.trim() || undefined,
    transcript: fields.transcript.trim() || undefined,
  };
}

/** The form as it was when these fields were sent, but for the file, which a page cannot choose by itself. */
export function restoreFields(fields: CreateShowcaseVideoFields): SingleUploadFields {
  const { userId, questionId, title = '', description = '', transcript = '' } = fields;
  return { userId, questionId: String(questionId), files: null, title, description, transcript };
}
