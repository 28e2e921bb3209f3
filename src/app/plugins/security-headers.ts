/** Sets the security headers of every response: Content-Security-Policy, HSTS, Permissions-Policy, … */
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '#platform/config/config.ts'

const HSTS_SECONDS = 365 * 86_400

/**
 * Browser features that pages may use: those for copying a link and for passkeys. Features on neither list have the browser's default,
 * because unknown names cause warnings in the console.
 */
const ALLOWED_FEATURES = ['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get']
const DENIED_FEATURES =
  `accelerometer autoplay camera clipboard-read display-capture encrypted-media fullscreen gamepad geolocation gyroscope hid
  identity-credentials-get idle-detection local-fonts magnetometer microphone midi otp-credentials payment picture-in-picture
  screen-wake-lock serial storage-access usb xr-spatial-tracking`.split(/\s+/)

export const PERMISSIONS_POLICY = [
  ...ALLOWED_FEATURES.map((name) => `${name}=(self)`),
  ...DENIED_FEATURES.map((name) => `${name}=()`),
].join(', ')

/**
 * Computes the security headers. They are the same for Fastify's responses, for cached pages that are sent before routing, and for
 * responses to malformed requests.
 */
export function computeSecurityHeaders({
  publicUrl,
  hstsIncludeSubdomains = false,
}: Pick<Config, 'publicUrl'> & Partial<Pick<Config, 'hstsIncludeSubdomains'>>): Readonly<Record<string, string>> {
  const isHttps = publicUrl?.startsWith('https:') ?? false
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet({
    contentSecurityPolicy: { directives: createContentSecurityPolicy(publicUrl) },
    strictTransportSecurity: isHttps && { maxAge: HSTS_SECONDS, includeSubDomains: hstsIncludeSubdomains },
    crossOriginEmbedderPolicy: false,
    // The following four headers are obsolete, and each costs about 1% of the throughput of cached pages.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // Other sites get no referrer. `no-referrer` would also send `Origin: null` with the site's own forms.
    referrerPolicy: { policy: 'same-origin' },
  })(request, response, () => undefined)
  const headers = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
  return Object.freeze({ ...Object.fromEntries(headers), 'permissions-policy': PERMISSIONS_POLICY })
}

export async function securityHeadersPlugin(
  app: FastifyInstance,
  { security }: { security: Readonly<Record<string, string>> },
): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => void reply.headers(security))
}

/** Allows only scripts and data of the same origin. Inline styles are allowed, because dialogs set style attributes. */
const createContentSecurityPolicy = (publicUrl: string | undefined) => ({
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'self'"],
  formAction: ["'self'"],
  upgradeInsecureRequests: publicUrl?.startsWith('https:') ? [] : null,
})
