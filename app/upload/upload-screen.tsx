import { Advice } from './advice.js';
import { UPLOAD_TEXT as TEXT } from './upload.messages.js';
import { UploadForm } from './upload-form.js';
import type { PublicUpload } from './use-public-upload.js';

interface UploadScreenProps {
  upload: PublicUpload;
  email: string;
  onEmailChange: (email: string) => void;
}

export function UploadScreen({ upload, email, onEmailChange }: UploadScreenProps) {
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
      <div className="lg:col-span-2">
        <h1 className="text-3xl">{TEXT.heading}</h1>
        <p className="measure mt-5 text-lg text-muted">{TEXT.intro}</p>
      </div>
      <Advice className="self-start lg:sticky lg:top-6 lg:col-start-2 lg:row-start-2" />
      <div className="grid content-start gap-8 lg:col-start-1 lg:row-start-2">
        <UploadForm upload={upload} email={email} onEmailChange={onEmailChange} />
        <a href="/" className="flex min-h-11 items-center justify-self-start text-sm underline">
          {TEXT.backHome}
        </a>
      </div>
    </div>
  );
}
