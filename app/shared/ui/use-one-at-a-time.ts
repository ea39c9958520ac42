import { useRef } from 'react';

/**
 * Does `work` unless it is under way: a second press may come before the button has changed.
 * Its failure is for whoever made it to tell.
 */
export function useOneAtATime<Argument>(work: (argument: Argument) => Promise<unknown>): (argument: Argument) => void {
  const isRunning = useRef(false);
  return (argument) => {
    if (isRunning.current) return;
    isRunning.current = true;
    const end = () => {
      isRunning.current = false;
    };
    work(argument).then(end, end);
  };
}
