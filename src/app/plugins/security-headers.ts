/** What every answer tells a browser about what it may load, and from where. */
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '#platform/config/config.ts'

const HSTS_SECONDS = 365 * 86_400

/** Copying a link, and passkeys. What is in neither list stays as browsers have it: a name they do not know is a warning in their console. */
const OWN_POWERS = ['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get']
const NO_POWERS = `accelerometer autoplay camera clipboard-read display-capture encrypted-media fullscreen gamepad geolocation gyroscope hid
  identity-credentials-get idle-detection local-fonts magnetometer microphone midi otp-credentials payment picture-in-picture
  screen-wake-lock serial storage-access usb xr-spatial-tracking`.split(/\s+/)

export const PERMISSIONS_POLICY = [...OWN_POWERS.map((name) => `${name}=(self)`), ...NO_POWERS.map((name) => `${name}=()`)].join(', ')

/**
 * The same for every answer, so they are worked out once: for what Fastify sends, for a kept page that is sent before any routing, and for
 * the refusal of what is no request.
 */
export function securityHeadersFor({
  publicUrl,
  hstsIncludeSubdomains = false,
}: Pick<Config, 'publicUrl'> & Partial<Pick<Config, 'hstsIncludeSubdomains'>>): Readonly<Record<string, string>> {
  const isHttps = publicUrl?.startsWith('https:') ?? false
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet({
    contentSecurityPolicy: { directives: contentSecurityPolicy(publicUrl) },
    strictTransportSecurity: isHttps && { maxAge: HSTS_SECONDS, includeSubDomains: hstsIncludeSubdomains },
    crossOriginEmbedderPolicy: false,
    // Each costs a kept page about a hundredth, and is for browsers and plug-ins that are no more.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // Nobody else learns where a visitor comes from; told nothing, browsers would hide from us that a form came from our own page.
    referrerPolicy: { policy: 'same-origin' },
  })(request, response, () => undefined)
  const named = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
  return Object.freeze({ ...Object.fromEntries(named), 'permissions-policy': PERMISSIONS_POLICY })
}

export async function securityHeaders(app: FastifyInstance, { security }: { security: Readonly<Record<string, string>> }): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => void reply.headers(security))
}

/** Scripts and data only from here; styles also inline, as dialogs set theirs on the element. */
const contentSecurityPolicy = (publicUrl: string | undefined) => ({
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
