import { Video } from 'lucide-react';
import { type ChangeEvent, type RefObject, useRef, useState } from 'react';
import { Button } from '../../shared/ui/button.js';
import { OTHER_WAYS_MESSAGES as TEXT } from './recorder.messages.js';
import type { ChooseFile, FileOrigin } from './recording.js';
import { isPhone, readDeviceTraits } from './recording-settings.js';

/** Whether a file picker can open the device's own camera app. */
export function useHasCameraApp(): boolean {
  const [hasCameraApp] = useState(() => isPhone(readDeviceTraits()));
  return hasCameraApp;
}

interface CameraAppInputProps {
  inputRef: RefObject<HTMLInputElement | null>;
  onChooseFile: ChooseFile;
}

/** Opens the camera app when it is clicked, by whatever stands for it. */
export function CameraAppInput({ inputRef, onChooseFile }: CameraAppInputProps) {
  const chooseFile = whenChosen('camera-app', onChooseFile);
  return <input ref={inputRef} type="file" accept="video/*" capture="user" hidden onChange={chooseFile} />;
}

/** Beside what says that this browser cannot record: the way that can, by one press. Nothing where there is no such app. */
export function CameraAppButton({ onChooseFile }: Pick<CameraAppInputProps, 'onChooseFile'>) {
  const input = useRef<HTMLInputElement>(null);
  if (!useHasCameraApp()) return null;
  return (
    <>
      <CameraAppInput inputRef={input} onChooseFile={onChooseFile} />
      <Button className="px-3" onClick={() => input.current?.click()}>
        <Video size={20} aria-hidden />
        {TEXT.cameraApp}
      </Button>
    </>
  );
}

export function whenChosen(origin: FileOrigin, onChooseFile: ChooseFile) {
  return ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) onChooseFile(file, origin);
    // The same file may be chosen again later.
    target.value = '';
  };
}
