/** What jsdom lacks: a device with passkeys, whose person does as `does` says. Without one, the browser knows none. */
export function standInForPasskeys(does: () => Promise<void>): void {
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  const credential = {
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    response: {
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: bytes,
      attestationObject: bytes,
    },
    getClientExtensionResults: () => ({}),
  };
  const ask = async () => {
    await does();
    return credential;
  };
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: ask, create: ask } });
  Object.defineProperty(globalThis, 'PublicKeyCredential', { configurable: true, value: class {} });
}

/** The browser knows no passkeys again. */
export function takePasskeysAway(): void {
  Reflect.deleteProperty(navigator, 'credentials');
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
}

/** What a browser throws whose person goes back. */
export const givesUp = () => Promise.reject(new DOMException('The operation was not allowed.', 'NotAllowedError'));

export const SIGN_IN_OPTIONS = { challenge: 'AQID', rpId: '127.0.0.1', userVerification: 'required' };

export const PASSKEY_OPTIONS = {
  challenge: 'AQID',
  rp: { name: 'Stories', id: '127.0.0.1' },
  user: { id: 'AQID', name: 'mara@example.org', displayName: 'Mara' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
};
