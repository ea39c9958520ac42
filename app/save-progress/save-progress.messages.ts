/** Texts of /save-progress. */
export const SAVE_PROGRESS_MESSAGES = {
  saving: 'Saving Your Progress',
  updating: 'Updating your progress...',
  redirecting: 'Video Upload Successful! Redirecting...',
  returned: 'Progress saved!',
  noRedirect: 'Progress saved! No redirect configured.',
  failed: 'Error saving progress',
  failedHint: 'Your video has arrived safely. Only the note that you have finished this step could not be saved.',
  invalidQuestion: 'Invalid question number',
  tryAgain: 'Try Again',
  allSteps: 'See all interview steps',
  uploadComplete: 'Upload Complete!',

  dialogTitle: 'Continue Your Interview',
  dialogHint: 'Your video is safe with us. Go on with the next question now, or come back whenever you like.',
  answerNext: 'Answer Next Question',
};
