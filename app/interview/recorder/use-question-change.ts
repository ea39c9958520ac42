import { useEffect, useEffectEvent, useRef } from 'react';

/** Runs when another question is shown, not at the first. */
export function useQuestionChange(questionId: number, onChange: () => void): void {
  const shown = useRef(questionId);
  const change = useEffectEvent(onChange);
  useEffect(() => {
    if (shown.current === questionId) return;
    shown.current = questionId;
    change();
  }, [questionId]);
}
