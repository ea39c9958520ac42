import type { ReactNode } from 'react';

interface GatePanelProps {
  heading: ReactNode;
  children: ReactNode;
}

/** The narrow column in which the gate asks, on its own page and over an open one. */
export function GatePanel({ heading, children }: GatePanelProps) {
  return (
    <div className="mx-auto grid w-full max-w-md gap-6 py-12 sm:py-24">
      {heading}
      {children}
    </div>
  );
}
