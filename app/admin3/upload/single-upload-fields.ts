import { HOSTED_VIDEO_EXPECTED } from '../../../api/contract/media/hosted-video.js';
import type { CreateShowcaseVideoFields } from '../../../api/contract/videos/showcase.js';
import { SINGLE_UPLOAD_MESSAGES as MESSAGES, UPLOAD_MESSAGES } from '../common/upload.messages.js';
import { checkFile } from '../common/video-files.js';

/** What the form holds: selects hold texts, a file input a list. */
export interface SingleUploadFields {
  userId: string;
  questionId: string;
  /** Which of the next two counts. */
  source: 'file' | 'address';
  videoUrl: string;
  files: ArrayLike<File> | null;
  title: string;
  description: string;
  transcript: string;
}

/** What of the form is kept until it is sent: everything but the file. */
type KeptFields = Omit<SingleUploadFields, 'files'>;

const NOTHING_KEPT: KeptFields = {
  userId: '',
  questionId: '',
  source: 'file',
  videoUrl: '',
  title: '',
  description: '',
  transcript: '',
};

export const EMPTY_FIELDS: SingleUploadFields = { ...NOTHING_KEPT, files: null };

/** The chosen file or the given address; null while there is neither. */
export function sourceOf(fields: SingleUploadFields): File | string | null {
  return fields.source === 'file' ? (fields.files?.[0] ?? null) : fields.videoUrl.trim() || null;
}

/** Whether the user, the question or the video is still to be chosen. */
export function isIncomplete(fields: SingleUploadFields): boolean {
  return fields.userId === '' || fields.questionId === '' || sourceOf(fields) === null;
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
  return { ...EMPTY_FIELDS, userId, questionId: String(questionId), title, description, transcript };
}

/** Nothing, until there are words in it. */
export function keptFields({
  userId,
  questionId,
  source,
  videoUrl,
  title,
  description,
  transcript,
}: SingleUploadFields): KeptFields {
  const hasWords = [title, description, transcript, videoUrl].some((text) => text.trim() !== '');
  return hasWords ? { userId, questionId, source, videoUrl, title, description, transcript } : NOTHING_KEPT;
}

/** Whether filling the form in anew loses words that were typed, or a file that was chosen. */
export function holdsUnsent(fields: SingleUploadFields): boolean {
  return keptFields(fields) !== NOTHING_KEPT || (fields.files?.length ?? 0) > 0;
}

/** What is said of a form that cannot be sent. */
export function refusalOf(fields: SingleUploadFields): { title: string; description: string } {
  const isFile = fields.source === 'file';
  if (isIncomplete(fields)) {
    const description = isFile ? MESSAGES.missingHint : MESSAGES.addressMissingHint;
    return { title: UPLOAD_MESSAGES.missing, description };
  }
  const wrongFile = isFile ? checkFile(fields.files) : true;
  return wrongFile === true
    ? { title: MESSAGES.invalidAddress, description: HOSTED_VIDEO_EXPECTED }
    : { title: UPLOAD_MESSAGES.invalidFile, description: wrongFile };
}
