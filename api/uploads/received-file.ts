import type { FinishedFile } from '../media/temporary-file.js';

/** A file out of a request's body. Its name and type are what the client said. */
export interface ReceivedFile extends FinishedFile {
  filename: string;
  mimeType: string;
}

/** A request's body whose file was written to a temporary folder. `await using` removes it at the end of the block. */
export interface ReceivedBody extends AsyncDisposable {
  /** All but the file, unchecked: see `checkFields`. */
  fields: Record<string, unknown>;
  /** Null when the body has none. */
  file: ReceivedFile | null;
}

/** As `ReceivedBody`, with any number of files by the names of their parts, in the order in which they came. */
export interface ReceivedFiles extends AsyncDisposable {
  fields: Record<string, unknown>;
  files: Map<string, ReceivedFile>;
}
