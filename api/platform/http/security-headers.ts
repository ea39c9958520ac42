import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { PLAYER_ORIGINS } from '../../contract/hosted-video.js';

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
  bluetooth: '()',
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
const PERMISSIONS_POLICY = Object.entries(PERMISSIONS)
  .map(([name, allowed]) => `${name}=${allowed}`)
  .join(', ');

/** The headers of every answer. Pages bring their own content policy, computed by Astro; everything else may load nothing. */
export function securityHeaders(publicUrl: string): RequestHandler {
  const isHttps = publicUrl.startsWith('https:');
  const directives = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };
  return withPermissions(common(isHttps, directives));
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

function withPermissions(next: RequestHandler): RequestHandler {
  return (request, response, done) => {
    response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
    next(request, response, done);
  };
}
