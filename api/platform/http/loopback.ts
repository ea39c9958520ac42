import { BlockList } from 'node:net';
import { plainAddress } from './client-address.js';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a request from that address comes from this machine. */
export function isLoopback(address = ''): boolean {
  const plain = plainAddress(address);
  return loopback.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4');
}
