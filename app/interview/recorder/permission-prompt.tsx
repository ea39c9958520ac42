import { Camera, Mic } from 'lucide-react';
import { Button } from '../../shared/ui/button.js';
import { RECORDER_MESSAGES as TEXT, SOURCE_MESSAGES } from './recorder.messages.js';
import type { SourceRefusal } from './recorder-state.js';
import type { RecordingSource } from './recording-source.js';

interface PermissionPromptProps {
  source: RecordingSource;
  refusal: SourceRefusal | null;
  /** The browser's own question is open. */
  isAsking: boolean;
  onAllow: () => void;
}

/** Says that the camera or the microphone is needed, or why it could not be opened, and asks for it. */
export function PermissionPrompt({ source, refusal, isAsking, onAllow }: PermissionPromptProps) {
  const { permissionRequired, allow, refusals } = SOURCE_MESSAGES[source];
  const { title, description } = refusal ? refusals[refusal] : permissionRequired;
  const Icon = source === 'camera' ? Camera : Mic;
  return (
    <div className="flex size-full flex-col items-center justify-center gap-3 overflow-y-auto p-4 text-center">
      <Icon size={28} aria-hidden className="text-muted" />
      <h3 className="text-lg" role={refusal ? 'alert' : undefined}>
        {title}
      </h3>
      <p className="text-sm text-muted">{isAsking ? TEXT.asking : description}</p>
      {refusal !== 'unsupported' && (
        <Button pending={isAsking} onClick={onAllow} className="px-3">
          {refusal ? TEXT.tryAgain : allow}
        </Button>
      )}
    </div>
  );
}
