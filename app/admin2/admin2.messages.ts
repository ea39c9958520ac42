import { REDIRECT_INCOMPLETE } from '../../api/contract/common/wordings.js';

/** The fields of a redirect, wherever they are filled in. */
export const EDITOR_MESSAGES = {
  question: 'Question number',
  questionHint: 'Named after the screen that people are led on to.',
  redirectUrl: 'Redirect URL',
  redirectUrlHint: 'Begins with https://. The e-mail of the person is added to it as contact_email.',
  redirectUrlMissing: 'Please enter the redirect URL',
  description: 'Description',
  descriptionHint: 'For the team only.',
  descriptionMissing: 'Please enter a description',
  incomplete: REDIRECT_INCOMPLETE,
  saved: 'As it is saved now',
  yours: 'Yours',
};

export const FORM_MESSAGES = {
  heading: 'Add a redirect',
  submit: 'Add redirect',
  saving: 'Adding…',
  added: (question: string) => `The redirect for “${question}” is added.`,
  failed: 'Failed to add redirect',
  failedHint: 'It is still in the form. Please try again.',
};

export const EDIT_MESSAGES = {
  edit: 'Edit',
  heading: (question: string) => `Edit “${question}”`,
  submit: 'Save',
  saveOver: 'Save all the same',
  overtaken: 'Saving once more changes only what you have changed here.',
  saving: 'Saving…',
  cancel: 'Cancel',
  changed: (question: string) => `The redirect for “${question}” is changed.`,
  failed: 'Failed to update redirect',
  failedHint: 'It is as it was before. Please try again.',
};

export const LIST_MESSAGES = {
  heading: 'Current redirects',
  loading: 'Loading redirects…',
  loadFailed: 'The redirects could not be loaded.',
  empty: 'No redirects configured yet.',
  emptyHint: 'Without one, people only read that their progress is saved.',
  isReplaced: 'Not in use: the newer redirect for this question counts.',
  inNewTab: ' (opens in a new tab)',
  delete: 'Delete',
  deleting: 'Deleting…',
  deleted: (question: string) => `The redirect for “${question}” is deleted.`,
  undo: 'Undo',
  undoFailedHint: 'It could not be added again. Please try again.',
  undone: (question: string) => `The redirect for “${question}” is back.`,
  failed: 'Failed to delete redirect',
  failedHint: 'It is still there. Please try again.',
};
