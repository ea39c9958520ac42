/** What is recorded: the picture with its sound, or the voice alone. */
export type RecordingSource = 'camera' | 'microphone';
