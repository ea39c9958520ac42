import type { Page } from 'playwright/test';
import sharp from 'sharp';

/** How much light a page gives, of what a white one would: the mean relative luminance (WCAG) of all that is seen, 0 to 1. */
export async function luminanceOf(page: Page): Promise<number> {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let sum = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    sum += 0.2126 * linear(data[at]!) + 0.7152 * linear(data[at + 1]!) + 0.0722 * linear(data[at + 2]!);
  }
  return sum / (info.width * info.height);
}

function linear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
