import { type ComponentProps, useId } from 'react';
import { decodeText } from '../../../api/contract/transcripts/decode-text.js';
import { TRANSCRIPT_FILE_MAX_BYTES, TRANSCRIPT_SOURCE_MAX_LENGTH } from '../../../api/contract/common/limits.js';
import { TRANSCRIPT_TOO_LARGE } from '../../../api/contract/common/wordings.js';
import { TextArea } from '../../shared/ui/text-field.js';
import { toast } from '../../shared/ui/toast-store.js';
import { TRANSCRIPT_MESSAGES as MESSAGES } from './admin3.messages.js';
import { FILE_BUTTON } from './upload-fields.js';
import { transcriptWord } from './transcript-word.js';

interface TranscriptFieldProps extends ComponentProps<'textarea'> {
  label: string;
  hint: string;
  /** What the field holds. */
  text: string;
  /** Takes the text of a chosen file into the field. */
  onFile: (text: string) => void;
}

/** A transcript as text, or as the content of a `.vtt` or `.srt` file that is chosen; below it what will be made of it. */
export function TranscriptField({ text, hint, onFile, ...textarea }: TranscriptFieldProps) {
  const fileId = useId();
  const word = transcriptWord(text);
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    const refuse = (title: string) => toast({ title, description: file.name, variant: 'destructive' });
    if (file.size > TRANSCRIPT_FILE_MAX_BYTES) return refuse(TRANSCRIPT_TOO_LARGE);
    const content = decodeText(new Uint8Array(await file.arrayBuffer()));
    if (content === null) refuse(MESSAGES.unreadable);
    else onFile(content);
  };
  return (
    <div className="grid gap-2">
      <TextArea
        {...textarea}
        hint={word ? undefined : hint}
        error={word?.isRefused ? word.text : undefined}
        maxLength={TRANSCRIPT_SOURCE_MAX_LENGTH}
      />
      {word && !word.isRefused && <output className="block text-sm text-good">{word.text}</output>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <label htmlFor={fileId} className="font-semibold">
          {MESSAGES.file}
        </label>
        <input
          id={fileId}
          type="file"
          accept=".vtt,.srt,.txt,text/vtt,text/plain"
          className={`${FILE_BUTTON} min-h-12 w-full min-w-0 text-muted sm:w-auto`}
          onChange={({ target }) => {
            void readFile(target.files?.[0]);
            target.value = '';
          }}
        />
      </div>
    </div>
  );
}
