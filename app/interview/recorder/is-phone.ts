import { MOBILE_BREAKPOINT_PX } from '../../../api/contract/limits.js';

/** What tells a phone, whichever way it is held, from a narrow window on a desktop. */
export interface DeviceTraits {
  screenWidth: number;
  screenHeight: number;
  hasCoarsePointer: boolean;
}

export function isPhone({ screenWidth, screenHeight, hasCoarsePointer }: DeviceTraits): boolean {
  return hasCoarsePointer && Math.min(screenWidth, screenHeight) < MOBILE_BREAKPOINT_PX;
}

export function readDeviceTraits(): DeviceTraits {
  return {
    screenWidth: screen.width,
    screenHeight: screen.height,
    hasCoarsePointer: matchMedia('(pointer: coarse)').matches,
  };
}
