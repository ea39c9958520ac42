import { isIPv4, isIPv6 } from 'node:net';
import { Logger } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/** Stands for every sender whose address cannot be read: they count as one. */
const UNKNOWN = 'unknown';
const FORWARDED_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip'];
const MAPPED_IPV4 = '0'.repeat(20) + 'ffff';

/** Where a request comes from: as far as proxies are trusted the address that they name, else that of the connection. */
export function clientAddress({ ip = '' }: Pick<Request, 'ip'>): string {
  return plainAddress(ip);
}

/** An address without port, brackets and zone; IPv4 in IPv6 clothes is IPv4, and one IPv6 address has one spelling. */
export function plainAddress(written: string): string {
  const host = /^\[(.*)\](:\d*)?$/.exec(written)?.[1] ?? /^([\d.]+):\d*$/.exec(written)?.[1] ?? written;
  if (isIPv4(host)) return host;
  const address = host.replace(/%.*$/, '');
  if (!isIPv6(address)) return UNKNOWN;
  const digits = hexDigits(address);
  return digits.startsWith(MAPPED_IPV4) ? dotted(digits.slice(24)) : digits.match(/.{4}/g)!.join(':');
}

/** The networks in which `address` counts, from the narrowest on. IPv4: itself alone. */
export function networksOf(address: string): { network: string; bits: 32 | 64 | 56 | 48 }[] {
  const plain = plainAddress(address);
  if (!plain.includes(':')) return [{ network: plain, bits: 32 }];
  const digits = plain.replaceAll(':', '');
  return ([64, 56, 48] as const).map((bits) => ({ network: `${digits.slice(0, bits / 4)}/${bits}`, bits }));
}

/** Says once that a proxy stands in front which the settings do not know: everyone who comes through it counts as one sender. */
export function warnOfForwardedHeaders(trustProxy: number) {
  let isWatching = trustProxy === 0;
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (isWatching && FORWARDED_HEADERS.some((name) => request.headers[name] !== undefined)) {
      isWatching = false;
      new Logger('Proxies').warn(
        'Requests arrive with forwarded addresses, but TRUST_PROXY is 0: behind a proxy all visitors count as one, and share its limits. ' +
          'Set TRUST_PROXY to the number of proxies in front.',
      );
    }
    next();
  };
}

/** All 32 of an IPv6 address. */
function hexDigits(address: string): string {
  // The parser of addresses in the web's own form: lower case, and no IPv4 at the end.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = groups.split('::').map((half) =>
    half
      .split(':')
      .filter(Boolean)
      .map((group) => group.padStart(4, '0'))
      .join(''),
  );
  return tail === undefined ? head : head + tail.padStart(32 - head.length, '0');
}

function dotted(digits: string): string {
  return digits
    .match(/../g)!
    .map((pair) => Number.parseInt(pair, 16))
    .join('.');
}
