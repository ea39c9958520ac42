/** The server's copy differs from the recording. It must be sent again from the start. */
export class DamagedUploadError extends Error {
  constructor() {
    super('The stored recording differs from the one that was sent');
    this.name = 'DamagedUploadError';
  }
}

/** Someone else is signed in here by now. */
export class SomeoneElseError extends Error {
  constructor() {
    super('The recording belongs to someone who is not signed in');
    this.name = 'SomeoneElseError';
  }
}
