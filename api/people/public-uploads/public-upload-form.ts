import { DESCRIPTION_MAX_LENGTH, PUBLIC_UPLOAD_MAX_FILES, VIDEO_MAX_BYTES } from '../../contract/common/limits.js';
import { publicDescriptionField, publicFileField, publicFileIdField } from '../../contract/people/public-uploads.js';
import { AppError } from '../../platform/http/app-error.js';
import { checkFields } from '../../platform/http/known-fields.js';
import { repeatKey } from '../../media/uploads/repeated-uploads.service.js';
import type { ReceivedFiles } from '../../media/uploads/received-body.js';
import { PublicUploadDto, SubmittedFileDto } from './public-uploads.dto.js';
import type { SubmittedFile } from './public-uploads.service.js';
import { UPLOAD_FILES_MISSING, VIDEO_MAX_SIZE } from '../../contract/common/wordings.js';

const MiB = 1024 * 1024;
/** Of one character in UTF-8. */
const CHARACTER_MAX_BYTES = 4;
const NUMBERS = Array.from({ length: PUBLIC_UPLOAD_MAX_FILES }, (_, number) => number);
const FILE_FIELDS = new Set(NUMBERS.map(publicFileField));
const TOO_LARGE = `The files are too large to be sent together: at most ${VIDEO_MAX_SIZE} at a time.`;

/** How the form of the public page is read. */
export const PUBLIC_UPLOAD_FORM = {
  isFileField: (name: string) => FILE_FIELDS.has(name),
  maxFiles: PUBLIC_UPLOAD_MAX_FILES,
  // Its description and its id.
  fieldsPerFile: 2,
  limit: { bytes: VIDEO_MAX_BYTES, message: TOO_LARGE },
  fieldMaxBytes: DESCRIPTION_MAX_LENGTH * CHARACTER_MAX_BYTES,
  // A description of each file, and a little beside them.
  fieldsMaxBytes: (PUBLIC_UPLOAD_MAX_FILES + 1) * DESCRIPTION_MAX_LENGTH * CHARACTER_MAX_BYTES,
};

/** All that a form may hold beside its files. */
const FIELDS_MAX_BYTES = PUBLIC_UPLOAD_MAX_FILES * (PUBLIC_UPLOAD_FORM.fieldMaxBytes + 1024) + MiB;

/**
 * How many bytes a request is going to bring: what it says, or the most when it does not say.
 * @throws AppError 413 `too_large` before a byte is read
 */
export function announcedBytes(contentLength: string | undefined): number {
  const announced = contentLength === undefined ? VIDEO_MAX_BYTES : Number(contentLength);
  if (announced > VIDEO_MAX_BYTES + FIELDS_MAX_BYTES) throw new AppError(413, 'too_large', TOO_LARGE);
  return announced;
}

export interface FormFile extends SubmittedFile {
  /** Null where its sender gave it no id: it is kept however often it comes. */
  key: string | null;
}

export interface SubmittedForm {
  email: string;
  consentVersion: string | null;
  files: ReadonlyMap<number, FormFile>;
}

/**
 * The e-mail and the files of a form by their numbers, in that order.
 * @throws AppError 400 `no_files`, `files_missing` and for fields that are not as they must be
 */
export async function readForm({ fields, files }: ReceivedFiles): Promise<SubmittedForm> {
  const { submitterEmail, fileCount = files.size, consent = null } = await checkFields(PublicUploadDto, fields);
  if (files.size === 0) throw new AppError(400, 'no_files', UPLOAD_FILES_MISSING);
  if (files.size !== fileCount) {
    const message = 'Some of the files did not arrive. Nothing was saved; please send them again.';
    throw new AppError(400, 'files_missing', message);
  }
  const submitted = new Map<number, FormFile>();
  for (const number of NUMBERS) {
    const file = files.get(publicFileField(number));
    if (!file) continue;
    const { fileId, ...told } = await checkFields(SubmittedFileDto, {
      originalName: file.filename,
      description: fields[publicDescriptionField(number)] ?? '',
      fileId: fields[publicFileIdField(number)],
    });
    const key = repeatKey(fileId, { submitterEmail, consent, ...told, sha256: file.sha256.toString('hex') });
    submitted.set(number, { ...file, ...told, key });
  }
  return { email: submitterEmail, consentVersion: consent, files: submitted };
}
