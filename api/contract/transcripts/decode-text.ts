/** Share of zero bytes at which text is taken for UTF-16: Latin letters have them in every second place. */
const UTF16_ZEROS = 0.3;
const FAULT = /\ufffd/g;
const BEYOND_ASCII = /[\u0080-\ufffc]/g;

/** The text of a file in UTF-8, UTF-16 or Windows-1252; null when it holds no text. */
export function decodeText(bytes: Uint8Array): string | null {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return text.includes('\0') ? null : text;
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const { even, odd } = countZeros(bytes.subarray(0, 4096));
  if (odd > UTF16_ZEROS && even < odd / 4) return 'utf-16le';
  if (even > UTF16_ZEROS && odd < even / 4) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** Shares of zeros among the bytes in even and in odd places. */
function countZeros(bytes: Uint8Array): { even: number; odd: number } {
  const zeros = [0, 0];
  bytes.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2]! += 1;
  });
  const places = Math.max(1, bytes.length / 2);
  return { even: zeros[0]! / places, odd: zeros[1]! / places };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return isDamagedUtf8(bytes);
  }
}

/** A file that is damaged at some places, or ends within a letter, loses those letters alone. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const letters = text.match(BEYOND_ASCII)?.length ?? 0;
  const faults = text.match(FAULT)?.length ?? 0;
  return text.startsWith('\ufeff') || letters > faults;
}
