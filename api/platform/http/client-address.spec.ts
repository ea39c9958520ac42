import fc from 'fast-check';
import { networksOf, plainAddress } from './client-address.js';
import { collectWarnings } from '../../testing/collect-warnings.js';
import { createTestApp } from '../../testing/test-app.js';
import { isLoopback } from './loopback.js';

describe('an address', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['1.2.3.4:5678', '1.2.3.4'],
    ['[::1]:80', '0000:0000:0000:0000:0000:0000:0000:0001'],
    ['[2001:db8::1]', '2001:0db8:0000:0000:0000:0000:0000:0001'],
    ['2001:DB8:0:0::1', '2001:0db8:0000:0000:0000:0000:0000:0001'],
    ['fe80::1%eth0', 'fe80:0000:0000:0000:0000:0000:0000:0001'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:102:304', '1.2.3.4'],
    ['[::ffff:1.2.3.4]:443', '1.2.3.4'],
    ['0:0:0:0:0:ffff:102:304', '1.2.3.4'],
    ['', 'unknown'],
    ['_hidden', 'unknown'],
    ['1.2.3', 'unknown'],
    ['[1.2.3.4', 'unknown'],
    ['::1::2', 'unknown'],
  ])('%j is counted as %s', (written, plain) => expect(plainAddress(written)).toBe(plain));

  it('of IPv6 has one spelling, whichever it came in', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const plain = plainAddress(address);
        expect(plainAddress(`[${address}]:8080`)).toBe(plain);
        expect(plainAddress(plain)).toBe(plain);
      }),
    );
  });

  it('counts in its networks, too', () => {
    expect(networksOf('203.0.113.7:99')).toEqual([{ network: '203.0.113.7', bits: 32 }]);
    expect(networksOf('::ffff:203.0.113.7')).toEqual(networksOf('203.0.113.7'));
    expect(networksOf('2001:db8:1:2fe::9')).toEqual([
      { network: '20010db8000102fe/64', bits: 64 },
      { network: '20010db8000102/56', bits: 56 },
      { network: '20010db80001/48', bits: 48 },
    ]);
    expect(networksOf('2001:db8:1:2ff::1').slice(1)).toEqual(networksOf('2001:db8:1:2fe::9').slice(1));
    expect(networksOf('2001:db8:1:ffff::1').slice(2)).toEqual(networksOf('2001:db8:1:2fe::9').slice(2));
  });

  it.each(['127.0.0.1', '127.9.9.9:80', '::1', '[::1]:80', '::ffff:127.0.0.1'])('%s is this machine', (address) =>
    expect(isLoopback(address)).toBe(true),
  );
  it.each(['', 'unknown', '128.0.0.1', '::2'])('%j is not this machine', (address) =>
    expect(isLoopback(address)).toBe(false),
  );
});

/** What such requests are warned of. */
async function warningsOf(trustProxy: string): Promise<unknown[]> {
  const testApp = await createTestApp({ TRUST_PROXY: trustProxy });
  const warnings = collectWarnings(testApp);
  await testApp.http.get('/api/questions').expect(200);
  expect(warnings).toEqual([]);
  await testApp.http.get('/api/questions').set('X-Forwarded-For', '203.0.113.7').expect(200);
  await testApp.http.get('/api/questions').set('Forwarded', 'for=203.0.113.7').expect(200);
  await testApp.close();
  return warnings;
}

describe('forwarded addresses', () => {
  it('that no proxy is trusted for are warned of, once', async () => {
    const warnings = await warningsOf('0');
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).toContain('TRUST_PROXY');
    expect(JSON.stringify(warnings)).not.toContain('203.0.113.7');
  });

  it('of a trusted proxy are nothing to warn of', async () => expect(await warningsOf('1')).toEqual([]));
});
