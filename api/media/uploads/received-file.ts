import type { FinishedFile } from '../store/temporary-file.js';

/** What the client said of a file. */
export interface ClaimedFile {
  filename: string;
  mimeType: string;
}

/** A file out of a request's body. */
export interface ReceivedFile extends FinishedFile, ClaimedFile {}

/** A request's body whose file was taken in. `await using` lets go of it at the end of the block. */
export interface ReceivedBody<File = ReceivedFile> extends AsyncDisposable {
  /** All but the file, unchecked: see `checkFields`. */
  fields: Record<string, unknown>;
  /** Null when the body has none. */
  file: File | null;
}

/** As `ReceivedBody`, with any number of files by the names of their parts, in the order in which they came. */
export interface ReceivedFiles<File = ReceivedFile> extends AsyncDisposable {
  fields: Record<string, unknown>;
  files: Map<string, File>;
}
