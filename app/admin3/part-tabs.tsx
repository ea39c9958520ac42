import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { PART_MESSAGES as MESSAGES } from './common/admin3.messages.js';

const PARTS = ['waiting', 'approved', 'upload'] as const;

type Part = (typeof PARTS)[number];

interface PartTabsProps {
  /** How much is in a part; undefined until it is counted, and where nothing is. */
  counts: Partial<Record<Part, number>>;
  panels: Record<Part, ReactNode>;
}

/**
 * The three parts of /admin3, one at a time. The fragment of the address says which. What is under way in the other two
 * goes on: they are only out of sight.
 */
export function PartTabs({ counts, panels }: PartTabsProps) {
  const [part, open] = usePartInAddress();
  return (
    <Tabs.Root value={part} onValueChange={open}>
      <Tabs.List
        aria-label={MESSAGES.label}
        className="mb-6 flex w-fit max-w-full gap-1 rounded-control border border-line bg-surface p-1"
      >
        {PARTS.map((name) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="inline-flex min-h-11 items-center gap-2 rounded-[6px] px-4 font-semibold text-muted hover:text-text aria-selected:bg-raised aria-selected:text-text max-sm:gap-1.5 max-sm:px-2 max-sm:text-sm"
          >
            {MESSAGES.parts[name]}
            {counts[name] !== undefined && (
              <span className="text-sm font-normal text-muted tabular-nums">{MESSAGES.count(counts[name])}</span>
            )}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {PARTS.map((name) => (
        <Tabs.Content key={name} value={name} forceMount hidden={name !== part} tabIndex={-1} className="outline-none">
          {panels[name]}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

function usePartInAddress() {
  const [part, setPart] = useState(readPart);
  useEffect(() => {
    const follow = () => setPart(readPart());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const open = (name: string) => {
    history.replaceState(history.state, '', `#${name}`);
    setPart(readPart());
  };
  return [part, open] as const;
}

function readPart(): Part {
  return PARTS.find((name) => location.hash === `#${name}`) ?? PARTS[0];
}
