/** What every answer tells a browser about what it may load, and from where. */
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { AppServices } from '#app/app-services.ts'

const HSTS_SECONDS = 365 * 86_400

/** Copying a link, and passkeys. What is in neither list stays as browsers have it: a name they do not know is a warning in their console. */
const OWN_POWERS = ['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get']
const NO_POWERS = `accelerometer autoplay camera clipboard-read display-capture encrypted-media fullscreen gamepad geolocation gyroscope hid
  identity-credentials-get idle-detection local-fonts magnetometer microphone midi otp-credentials payment picture-in-picture
  screen-wake-lock serial storage-access usb xr-spatial-tracking`.split(/\s+/)

export const PERMISSIONS_POLICY = [...OWN_POWERS.map((name) => `${name}=(self)`), ...NO_POWERS.map((name) => `${name}=()`)].join(', ')

export async function securityHeaders(app: FastifyInstance, { config }: AppServices): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { directives: contentSecurityPolicy(config.publicUrl) },
    strictTransportSecurity: config.publicUrl?.startsWith('https:')
      ? { maxAge: HSTS_SECONDS, includeSubDomains: config.hstsIncludeSubdomains ?? false }
      : false,
    crossOriginEmbedderPolicy: false,
    // Nobody else learns where a visitor comes from; told nothing, browsers would hide from us that a form came from our own page.
    referrerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', async (_request, reply) => void reply.header('permissions-policy', PERMISSIONS_POLICY))
}

/** Scripts and data only from here; styles also inline, as dialogs set theirs on the element. */
const contentSecurityPolicy = (publicUrl: string | undefined) => ({
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'https:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'self'"],
  formAction: ["'self'"],
  upgradeInsecureRequests: publicUrl?.startsWith('https:') ? [] : null,
})
