import { type QueryClient, type QueryFunction, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AddWordsRequest, type Help, HELP_API, type OpenHelpRequest } from '../../api/contract/people/helpers.js';
import { type InterviewQuestion, QUESTIONS_PATH } from '../../api/contract/interview/questions.js';
import { type ProcessUploadResponse, uploadPaths } from '../../api/contract/media/uploads.js';
import { HttpError, isSignedOut, NetworkFailure } from '../shared/http/http-error.js';
import { readPath } from '../shared/http/query-client.js';
import { request } from '../shared/http/request.js';
import { noteSessionOwner, readOwn } from '../shared/http/session-owner.js';
import { UploadError } from '../shared/http/upload-error.js';
import { uploadFile } from '../shared/http/upload-file.js';
import { HELP_MESSAGES as TEXT, HELP_REFUSALS } from './help.messages.js';

const HELPER_UPLOADS = uploadPaths(`${HELP_API}/uploads`);

/** Null where this browser helps nobody. */
export function useHelp(isEnabled: boolean) {
  return useQuery({ queryKey: [HELP_API], queryFn: readOwn(readHelp), enabled: isEnabled });
}

/** Whose link has ended since keeps the page, and what is typed in it. */
const readHelp: QueryFunction<Help | null> = (context) => {
  const isShown = Boolean(context.client.getQueryData(context.queryKey));
  return isShown ? readPath<Help>({ on401: 'throw' })(context) : readPath<Help>({ on401: 'null' })(context);
};

export function useQuestions() {
  return useQuery<InterviewQuestion[]>({ queryKey: [QUESTIONS_PATH] });
}

/** A change after which the server tells what there is. */
function useHelpChange<Body>(change: (body: Body) => Promise<Help>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (help) => takeOver(help, client),
    // Not waited for: why it failed is told first.
    onError: (error) => void readAfter(error, client),
  });
}

/** What is being read just now may be older. */
async function takeOver(help: Help, client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: [HELP_API] });
  client.setQueryData([HELP_API], help);
}

/** What failed may have been done all the same, and its response lost. Whose link has ended keeps what stands in the page. */
async function readAfter(error: unknown, client: QueryClient): Promise<void> {
  if (!isSignedOut(error)) await client.invalidateQueries({ queryKey: [HELP_API] });
}

export function useOpening() {
  return useHelpChange<OpenHelpRequest>(async (body) => {
    const help = await request<Help>('POST', `${HELP_API}/session`, body);
    noteSessionOwner(help.id);
    return help;
  });
}

export function useWords() {
  return useHelpChange<AddWordsRequest>((body) => request('POST', `${HELP_API}/words`, body));
}

export function useRemoval() {
  return useHelpChange<string>((id) => request('DELETE', `${HELP_API}/added/${id}`));
}

/** What is sent just now, and what came of it. */
export type Sending = { name: string; percent: number } | null;

interface FileToSend {
  file: File;
  /** Of a photo null. */
  question: InterviewQuestion | null;
}

/** Sends files one after the other. One that fails is named, and the others go on. */
export function useFiles() {
  const client = useQueryClient();
  const [sending, setSending] = useState<Sending>(null);
  const [result, setResult] = useState<{ sent: number; problems: string[] }>({ sent: 0, problems: [] });

  const send = async (files: FileToSend[]) => {
    const problems: string[] = [];
    setResult({ sent: 0, problems });
    for (const { file, question } of files) {
      try {
        const report = (percent: number) => setSending({ name: file.name, percent });
        report(0);
        await takeOver(await sendOne(file, question, report), client);
      } catch (error) {
        problems.push(`${file.name}: ${refusalText(error, TEXT.failed(file.name), TEXT.maybeAdded)}`);
        void readAfter(error, client);
      }
    }
    setSending(null);
    setResult({ sent: files.length - problems.length, problems });
  };
  return { sending, ...result, send };
}

export type Files = ReturnType<typeof useFiles>;

async function sendOne(
  file: File,
  question: InterviewQuestion | null,
  onProgress: (percent: number) => void,
): Promise<Help> {
  const { name: filename, type: mimeType } = file;
  const options = { filename, mimeType, onProgress };
  const { uploadId } = await uploadFile<ProcessUploadResponse>(HELPER_UPLOADS, file, options);
  return question === null
    ? request('POST', `${HELP_API}/photos`, { uploadId, originalName: filename })
    : request('POST', `${HELP_API}/recordings`, { uploadId, questionId: question.id, title: question.title });
}

/**
 * In words for whoever helps.
 * @param unanswered where no response came, so that it may be done all the same
 */
export function refusalText(error: unknown, otherwise: string, unanswered = otherwise): string {
  if (error instanceof NetworkFailure) return unanswered;
  if (!(error instanceof HttpError) && !(error instanceof UploadError)) return otherwise;
  return (error.code !== null && HELP_REFUSALS[error.code]) || error.serverMessage || otherwise;
}

/** Leaves this browser as if the link had never been opened here; the link goes on working. */
export function useLeaving() {
  return useMutation({ mutationFn: () => request<void>('DELETE', `${HELP_API}/session`) });
}
