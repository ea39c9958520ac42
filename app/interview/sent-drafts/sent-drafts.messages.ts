/** Texts about recordings that are sent while they are recorded. */
export const SENT_DRAFT_MESSAGES = {
  whileRecording: 'Sent to us while you record. Only you can see it until you save it.',
  heldBack: 'Sent to us while you record. Just now that does not work: only this device has what is missing.',
  whenAsked: 'Sent only when you say so. Until then only this device has it.',
  takingBack: 'Sent only when you say so. What we have already is removed as soon as we can be reached.',
  sendWhenAsked: 'Send only when I say so',
  sendWhileRecording: 'Send while I record',

  kept: (question: number, until: string) =>
    `A recording that was not saved yet is kept here until ${until}. It belongs to question ${question}.`,
  keptFurther: (question: number, until: string) =>
    `A further part of your answer to question ${question} was not saved yet. It is kept here until ${until}.`,
  goesOnFrom: 'It goes on from another recording to this question, which is not saved yet: that one comes first.',
  mayGoOn: 'It may be paused on another device, and go on there.',
  hear: 'Hear it',
  use: 'Use it',
  using: 'Saving...',
  discard: 'Discard',
  confirmDiscard: 'Discard this recording?',
  confirmDiscardHint: 'It cannot be brought back.',
  keep: 'Keep it',
  discarding: 'Discarding...',
  player: 'The recording that was not saved yet',
  failed: 'This did not work. The recording is still kept: please try again.',
};
