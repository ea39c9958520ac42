import { counted } from '../../api/contract/common/grammar.js';

export const EXPORT_MESSAGES = {
  purpose:
    'One Markdown file with the transcripts of the approved videos: person by person, each answer under its question. Story overviews are left out.',
  recorded: 'The file holds names and personal stories. Each export is recorded.',
  submit: 'Download Markdown file',
  generating: 'Generating…',
  done: (filename: string, people: number) =>
    `${filename} is downloaded, with the stories of ${counted(people, { one: 'person', other: 'people' })}.`,
  doneEmpty: (filename: string) =>
    `${filename} is downloaded, without a story so far: a person appears in it once an answer of theirs is approved.`,
  failed: 'Export Failed',
  failedHint: 'Failed to generate markdown file. Please try again.',
};
