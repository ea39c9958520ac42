/** Where in a store that speaks S3 things are kept. */
export interface S3Place {
  bucket: string;
  /** Empty, or ends in a slash. */
  prefix: string;
}

/** How that store is reached; who may comes from the usual places (`AWS_ACCESS_KEY_ID`, profiles, the machine's own role). */
export interface S3Access {
  /** Null: Amazon's, of the region. */
  endpoint: string | null;
  region: string;
  /** Where browsers reach it, which are then sent there for what they download; otherwise they are not. */
  linkOrigin?: string | null;
}

const PLACE = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?<path>(?:\/[\w.-]+)*)\/?$/;

/** @returns null for what is no such address: `s3://bucket/prefix`, in which the prefix may be left out */
export function parseS3Place(address: string): S3Place | null {
  const groups = PLACE.exec(address)?.groups;
  if (!groups) return null;
  const segments = groups.path!.split('/').filter(Boolean);
  if (segments.some((segment) => /^\.+$/.test(segment))) return null;
  return { bucket: groups.bucket!, prefix: segments.map((segment) => `${segment}/`).join('') };
}

/** Whether one of two places is the other, or a part of it: what cleans up in one would remove what the other keeps. */
export function overlap(one: S3Place, other: S3Place): boolean {
  if (one.bucket !== other.bucket) return false;
  return one.prefix.startsWith(other.prefix) || other.prefix.startsWith(one.prefix);
}
