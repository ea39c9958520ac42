/** Files whose type says that they are videos; what a file really holds is for the server to find out. */
export function keepVideos<T extends Pick<File, 'type'>>(files: readonly T[]): T[] {
  return files.filter((file) => file.type.startsWith('video/'));
}
