import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { AppConfig } from '../config/app-config.js';
import { PLAYER_ORIGINS } from '../../contract/media/hosted-video.js';

/** The rule of caches for what is for the eyes of one person. */
export const KEPT_NOWHERE = 'private, no-store';

const HOSTED_PLAYERS = Object.values(PLAYER_ORIGINS)
  .map((origin) => `"${origin}"`)
  .join(' ');

/**
 * What pages may ask a browser for: the interview its camera and microphone, the story page what a player needs, also in
 * the frame of a host. The rest is off, for whatever might once find its way into a page.
 */
const PERMISSIONS: Record<string, string> = {
  accelerometer: '()',
  autoplay: `(self ${HOSTED_PLAYERS})`,
  'browsing-topics': '()',
  camera: '(self)',
  'clipboard-read': '()',
  'clipboard-write': '(self)',
  'compute-pressure': '()',
  'display-capture': '()',
  'encrypted-media': `(self ${HOSTED_PLAYERS})`,
  fullscreen: `(self ${HOSTED_PLAYERS})`,
  gamepad: '()',
  geolocation: '()',
  gyroscope: '()',
  hid: '()',
  'identity-credentials-get': '()',
  'idle-detection': '()',
  'interest-cohort': '()',
  'keyboard-map': '()',
  'local-fonts': '()',
  magnetometer: '()',
  microphone: '(self)',
  midi: '()',
  'otp-credentials': '()',
  payment: '()',
  'picture-in-picture': `(self ${HOSTED_PLAYERS})`,
  'publickey-credentials-create': '()',
  'publickey-credentials-get': '()',
  'screen-wake-lock': '(self)',
  serial: '()',
  'speaker-selection': '()',
  'storage-access': '()',
  usb: '()',
  'window-management': '()',
  'xr-spatial-tracking': '()',
};
/** Where producers have accounts, and so may have passkeys. */
const PASSKEYS = { 'publickey-credentials-create': '(self)', 'publickey-credentials-get': '(self)' };

/** The headers of every answer. Pages bring their own content policy, computed by Astro; everything else may load nothing. */
export function securityHeaders({ publicUrl, staffAccounts }: AppConfig): RequestHandler {
  const isHttps = publicUrl.startsWith('https:');
  const directives = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };
  const permissions = Object.entries({ ...PERMISSIONS, ...(staffAccounts && PASSKEYS) });
  const policy = permissions.map(([name, allowed]) => `${name}=${allowed}`).join(', ');
  return withPermissions(policy, common(isHttps, directives));
}

/** Those of the description of the API, whose scripts and styles come with it. */
export function documentationHeaders(publicUrl: string): RequestHandler {
  return common(publicUrl.startsWith('https:'), {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    // Swagger writes some of its styles into its page.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  });
}

function common(isHttps: boolean, directives: Record<string, string[]>): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...directives, ...(isHttps && { upgradeInsecureRequests: [] }) },
    },
    strictTransportSecurity: isHttps,
    crossOriginEmbedderPolicy: false,
  });
}

function withPermissions(policy: string, next: RequestHandler): RequestHandler {
  return (request, response, done) => {
    response.setHeader('Permissions-Policy', policy);
    next(request, response, done);
  };
}
