import { BlockList } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a request from that address comes from this machine. BlockList knows IPv4 in IPv6 clothes, too. */
export function isLoopback(address = ''): boolean {
  return loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}
