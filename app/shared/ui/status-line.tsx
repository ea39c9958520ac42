import type { ReactNode } from 'react';

export interface StatusLineProps {
  tone?: 'muted' | 'good' | 'warn' | 'danger';
  className?: string;
  /** A toast says it already: it stays written, and is not read out once more. */
  isSaid?: boolean;
  children?: ReactNode;
}

const TONES = { muted: 'text-muted', good: 'text-good', warn: 'text-warn', danger: 'text-danger' };

/** The written status of a screen: always in the same place, one line high even when empty, read out when it changes. */
export function StatusLine({ tone = 'muted', className = '', isSaid = false, children }: StatusLineProps) {
  const classes = `block min-h-[1.55em] ${TONES[tone]} ${className}`;
  if (isSaid) return <div className={classes}>{children}</div>;
  return (
    <output aria-live="polite" className={classes}>
      {children}
    </output>
  );
}
