import { Camera, Check, ChevronDown, EyeOff, FileVideo, Mic } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ChangeEvent, useRef } from 'react';
import { OTHER_WAYS_MESSAGES as TEXT } from './recorder.messages.js';
import type { RecordingSource } from './recording-source.js';

interface OtherWaysProps {
  source: RecordingSource;
  hidesPicture: boolean;
  onSwitch: (source: RecordingSource) => void;
  onHidePicture: (hides: boolean) => void;
  onChooseFile: (file: File) => void;
}

/** The one quiet menu for those who would rather not be seen, see themselves, or record here. */
export function OtherWays({ source, hidesPicture, onSwitch, onHidePicture, onChooseFile }: OtherWaysProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) onChooseFile(file);
    // The same file may be chosen again later.
    target.value = '';
  };
  return (
    <>
      <input ref={input} type="file" accept="video/*" hidden onChange={take} />
      {/* Not modal: that would inject a style element, which the site's Content-Security-Policy refuses. */}
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className="button -my-2.5 min-h-11 gap-1 px-0 text-sm font-normal" data-variant="quiet">
          {TEXT.menu}
          <ChevronDown size={16} aria-hidden />
        </DropdownMenu.Trigger>
        <DropdownMenu.Content className={MENU} sideOffset={4} collisionPadding={16}>
          {source === 'camera' ? (
            <DropdownMenu.Item className={ITEM} onSelect={() => onSwitch('microphone')}>
              <Mic size={20} aria-hidden />
              {TEXT.voice}
            </DropdownMenu.Item>
          ) : (
            <DropdownMenu.Item className={ITEM} onSelect={() => onSwitch('camera')}>
              <Camera size={20} aria-hidden />
              {TEXT.camera}
            </DropdownMenu.Item>
          )}
          {source === 'camera' && (
            <DropdownMenu.CheckboxItem className={ITEM} checked={hidesPicture} onCheckedChange={onHidePicture}>
              <EyeOff size={20} aria-hidden />
              {TEXT.hidePicture}
              <DropdownMenu.ItemIndicator className="ml-auto">
                <Check size={20} aria-hidden />
              </DropdownMenu.ItemIndicator>
            </DropdownMenu.CheckboxItem>
          )}
          <DropdownMenu.Item className={ITEM} onSelect={() => input.current?.click()}>
            <FileVideo size={20} aria-hidden />
            {TEXT.chooseFile}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
    </>
  );
}

const MENU = 'z-30 rounded-card border border-edge bg-raised p-1';
const ITEM =
  'flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-3 outline-none data-highlighted:bg-surface';
