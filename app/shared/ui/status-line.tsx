import type { ReactNode } from 'react';

export interface StatusLineProps {
  tone?: 'muted' | 'good' | 'warn' | 'danger';
  className?: string;
  children?: ReactNode;
}

const TONES = { muted: 'text-muted', good: 'text-good', warn: 'text-warn', danger: 'text-danger' };

/** The written status of a screen: always in the same place, one line high even when empty, read out when it changes. */
export function StatusLine({ tone = 'muted', className = '', children }: StatusLineProps) {
  return (
    <output aria-live="polite" className={`block min-h-[1.55em] ${TONES[tone]} ${className}`}>
      {children}
    </output>
  );
}
