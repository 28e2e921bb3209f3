/** Signs webhook requests after the Standard Webhooks specification: https://www.standardwebhooks.com */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const createWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

interface SignedCall {
  /** Event id. */
  id: string
  /** Current Unix time in seconds: receivers reject old requests (replay protection). */
  timestamp: number
  body: string
}

/** Returns the signature headers. @param secrets the valid secrets; each adds a signature */
export function signWebhookCall({ id, timestamp, body }: SignedCall, secrets: readonly string[]): Record<string, string> {
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  }
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': secrets.map(sign).join(' ') }
}
