import { StatusLine } from '../../shared/ui/status-line.js';
import { SINGLE_UPLOAD_MESSAGES as MESSAGES, UPLOAD_MESSAGES } from '../common/upload.messages.js';
import { UploadProgress } from './upload-progress.js';
import type { SingleUpload } from './use-single-upload.js';

/** What has become of the upload, always in the same place below the form. */
export function SingleUploadStatus({ upload }: { upload: SingleUpload }) {
  switch (upload.state) {
    case 'idle':
      return <StatusLine />;
    case 'uploading':
      return <UploadProgress filename={MESSAGES.file} percent={upload.percent} />;
    case 'adding':
      return <StatusLine>{MESSAGES.adding}</StatusLine>;
    case 'stopped':
      return <StatusLine>{MESSAGES.stopped}</StatusLine>;
    case 'failed':
      return <StatusLine tone="danger">{`${UPLOAD_MESSAGES.failed}: ${upload.reason}`}</StatusLine>;
    case 'done':
      return <StatusLine tone="good">{`${upload.what}. ${MESSAGES.doneHint(upload.title, upload.note)}`}</StatusLine>;
  }
}
