/** Signs webhook requests according to the Standard Webhooks specification: https://www.standardwebhooks.com */
import { createHmac, randomBytes } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const createWebhookSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')

interface SignedCall {
  /** Id of the event. */
  id: string
  /** Current Unix time in seconds, because receivers reject old requests (replay protection). */
  timestamp: number
  body: string
}

/** Returns the signature headers. @param secrets the valid secrets, each of which adds a signature */
export function signWebhookCall({ id, timestamp, body }: SignedCall, secrets: readonly string[]): Record<string, string> {
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  }
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': secrets.map(sign).join(' ') }
}
