import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const [USER_PRESENT, USER_VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40];

interface Signing {
  /** Of the page that asks. */
  origin: string;
  challenge: string;
  isUserVerified?: boolean;
}

/** A device that keeps one passkey, and answers as WebAuthn has it. What it is asked can be anything. */
export class PasskeyDevice {
  readonly id = randomBytes(16).toString('base64url');
  counter = 0;
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  });
  private userHandle = '';

  constructor(private readonly rpId = 'localhost') {}

  make(options: PublicKeyCredentialCreationOptionsJSON, origin: string): RegistrationResponseJSON {
    this.userHandle = options.user.id;
    const length = Buffer.alloc(2);
    const id = Buffer.from(this.id, 'base64url');
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      this.head(USER_PRESENT | USER_VERIFIED | HAS_KEY),
      Buffer.alloc(16),
      length,
      id,
      this.coseKey(),
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Uint8Array.from(authData)],
    ]);
    const attestationObject = Buffer.from(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]));
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData('webauthn.create', { origin, challenge: options.challenge }).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
        authenticatorData: authData.toString('base64url'),
        publicKeyAlgorithm: -7,
      },
    };
  }

  sign({ isUserVerified = true, ...asked }: Signing, userHandle = this.userHandle): AuthenticationResponseJSON {
    this.counter++;
    const authenticatorData = this.head(isUserVerified ? USER_PRESENT | USER_VERIFIED : USER_PRESENT);
    const data = clientData('webauthn.get', asked);
    const hash = createHash('sha256').update(data).digest();
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authenticatorData, hash]), this.keys.privateKey).toString('base64url'),
        userHandle,
      },
    };
  }

  private head(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([createHash('sha256').update(this.rpId).digest(), Buffer.from([flags]), counter]);
  }

  /** ES256. */
  private coseKey(): Uint8Array {
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
    return isoCBOR.encode(key as Parameters<typeof isoCBOR.encode>[0]);
  }
}

const bytes = (part?: string) => Uint8Array.from(Buffer.from(part!, 'base64url'));

function clientData(type: string, { origin, challenge }: Pick<Signing, 'origin' | 'challenge'>): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
