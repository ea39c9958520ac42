import { counted, plural } from '../../api/contract/common/grammar.js';
import { PHOTO_MAX_SIZE, PHOTO_REFUSED, PHOTO_REQUIRED } from '../../api/contract/common/wordings.js';

/** Texts of the photo step. */
export const PHOTO_MESSAGES = {
  heading: 'Upload photos of your life',
  hint: 'Please include pictures from before and after you became ill, and pictures of what you spoke about in the interview.',
  choose: 'Choose photos',
  chooseMore: 'Choose more photos',
  sizeHint: `Pictures up to ${PHOTO_MAX_SIZE} each. You can choose several at once.`,

  chosenHeading: 'Ready to add',
  descriptionLabel: 'Description (optional)',
  add: 'Add this photo',
  addAll: (count: number) => `Add all ${count} photos`,
  tryAgain: 'Try Again',
  adding: 'Adding...',
  leaveOut: 'Leave out',
  preview: (name: string) => `Preview of ${name}`,
  noPreview: 'No preview',
  progress: (name: string) => `Upload of ${name}`,

  savedHeading: 'Your photos',
  savedAlt: (name: string) => `Your photo ${name}`,
  loading: 'Loading your photos...',
  loadFailed: 'Your photos could not be shown. They are safe with us.',
  remove: 'Delete',
  removeNamed: (name: string) => `Delete ${name}`,
  confirmRemove: 'Are you sure you want to delete this photo?',
  keep: 'Keep it',
  removing: 'Deleting...',

  statusNone: 'No photos added yet',
  statusChosen: (count: number) => `${counted(count, { one: 'photo is', other: 'photos are' })} not added yet`,
  statusFailed: (count: number) =>
    plural(count, {
      one: '1 photo could not be added: the reason stands below.',
      other: `${count} photos could not be added: the reasons stand below.`,
    }),
  statusAdding: (percent: number) => `Uploading ${percent} %`,
  statusSaved: (count: number) => `${counted(count, { one: 'photo', other: 'photos' })} saved`,
};

export const PHOTO_TOASTS = {
  added: { title: 'Photo uploaded successfully!' },
  invalid: { title: 'Invalid file', description: PHOTO_REFUSED },
  required: { title: 'Photo required', description: PHOTO_REQUIRED },
  uploadFailed: { title: 'Upload failed', description: 'Failed to upload media. Please try again.' },
  /** In place of what the server says to that. */
  signedOut: 'You have been signed out. Nothing that was added is lost.',
  removeFailed: { title: 'Photo not deleted', description: 'Please try again.' },
};
