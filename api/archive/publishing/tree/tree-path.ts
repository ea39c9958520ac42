import path from 'node:path';

/**
 * The place of a tree path on the disk.
 * @throws Error for a path that leads out of the root or through a hidden file
 */
export function resolveInside(root: string, treePath: string): string {
  const absolute = path.resolve(root, treePath);
  const relative = path.relative(root, absolute);
  const segments = relative.split(path.sep);
  const isInside = relative !== '' && !path.isAbsolute(relative) && !segments.some((name) => name.startsWith('.'));
  if (!isInside || treePath.includes('\0')) throw new Error(`Not a path of the public tree: ${treePath}`);
  return absolute;
}
