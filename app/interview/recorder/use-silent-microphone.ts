import { useEffect, useState } from 'react';
import { watchMicrophone } from './watch-microphone.js';

/** Whether nothing has been heard since the recording of this stream began. */
export function useSilentMicrophone(stream: MediaStream | null, isRecording: boolean): boolean {
  const [isSilent, setIsSilent] = useState(false);
  useEffect(() => {
    if (!stream || !isRecording) return undefined;
    const stop = watchMicrophone(stream, setIsSilent);
    return () => {
      stop();
      setIsSilent(false);
    };
  }, [stream, isRecording]);
  return isSilent;
}
