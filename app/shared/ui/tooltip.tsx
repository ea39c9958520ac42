import { Tooltip as RadixTooltip } from 'radix-ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { TOOLTIP_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from '../../../api/contract/common/screen-numbers.js';

/** Around everything with tooltips: one that follows another need not wait again. */
export function TooltipDelays({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={TOOLTIP_DELAY_MS} skipDelayDuration={TOOLTIP_SKIP_DELAY_MS}>
      {children}
    </RadixTooltip.Provider>
  );
}

interface TooltipProps {
  /** Null when there is nothing to say. */
  text: string | null;
  /** One element that takes a ref and the properties of its trigger. */
  children: ReactElement;
}

/** A few words for whoever rests the pointer on a control, or comes to it by keyboard. Never the only place of its words. */
export function Tooltip({ text, children }: TooltipProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <RadixTooltip.Root open={isOpen && text !== null} onOpenChange={setIsOpen}>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Content className="tooltip" sideOffset={6} collisionPadding={16}>
        {text}
      </RadixTooltip.Content>
    </RadixTooltip.Root>
  );
}
