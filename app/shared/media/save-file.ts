/** Safari reads the file only after the click has been handled. */
const RELEASE_AFTER_MS = 60_000;

/** Saves what is in memory as a file on the reader's own device. */
export function saveFile(content: Blob, filename: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS);
}
