import { Check, ChevronUp } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { REMIND_MESSAGES } from './remind-me.messages.js';
import { RemindMe } from './remind-me.js';
import { QUIET_MESSAGES as TEXT } from '../quiet/quiet.messages.js';
import { HANDS, type Quiet } from '../quiet/quiet-settings.js';

/** What can be set of the way through the interview, and a mail on another day. */
export function QuietMenu({ settings: { isQuiet, hand, isHandsFree }, change }: Quiet) {
  const [reminds, setReminds] = useState(false);
  return (
    <>
      {/* Not modal: that would inject a style element, which the site's Content-Security-Policy refuses. */}
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger
          className="button min-h-11 gap-1 px-2 text-sm font-normal max-md:order-2"
          data-variant="quiet"
        >
          {TEXT.menu}
          <ChevronUp size={16} aria-hidden />
        </DropdownMenu.Trigger>
        <DropdownMenu.Content className={MENU} sideOffset={4} collisionPadding={16}>
          <DropdownMenu.CheckboxItem
            className={ITEM}
            checked={isQuiet}
            onCheckedChange={(checked) => change({ isQuiet: checked })}
          >
            {TEXT.quiet}
            <Chosen />
          </DropdownMenu.CheckboxItem>
          {isQuiet && (
            <>
              <DropdownMenu.Label className="px-3 pt-2 text-sm text-muted">{TEXT.hand}</DropdownMenu.Label>
              <DropdownMenu.RadioGroup value={hand} onValueChange={(value) => change({ hand: value as typeof hand })}>
                {HANDS.map((side) => (
                  <DropdownMenu.RadioItem key={side} value={side} className={ITEM}>
                    {TEXT.hands[side]}
                    <Chosen />
                  </DropdownMenu.RadioItem>
                ))}
              </DropdownMenu.RadioGroup>
            </>
          )}
          <DropdownMenu.CheckboxItem
            className={ITEM}
            checked={isHandsFree}
            onCheckedChange={(checked) => change({ isHandsFree: checked })}
          >
            {TEXT.handsFree}
            <Chosen />
          </DropdownMenu.CheckboxItem>
          <DropdownMenu.Item className={ITEM} onSelect={() => setReminds(true)}>
            {REMIND_MESSAGES.open}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      <RemindMe open={reminds} onClose={() => setReminds(false)} />
    </>
  );
}

function Chosen() {
  return (
    <DropdownMenu.ItemIndicator className="ml-auto">
      <Check size={20} aria-hidden />
    </DropdownMenu.ItemIndicator>
  );
}

const MENU =
  'z-30 max-h-(--radix-dropdown-menu-content-available-height) max-w-[calc(100vw-2rem)] overflow-y-auto rounded-card border border-edge bg-raised p-1';
const ITEM =
  'flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-3 py-1 -outline-offset-3 outline-accent data-highlighted:bg-surface data-highlighted:outline-3';
