/** Who sent a call, as the Standard Webhooks specification has it: https://www.standardwebhooks.com */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const createWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

interface SignedCall {
  /** The event's. */
  id: string
  /** Seconds since 1970, now: a receiver refuses what is old. */
  timestamp: number
  body: string
}

/** @param secrets those that hold now: there is one signature for each */
export function signWebhookCall({ id, timestamp, body }: SignedCall, secrets: readonly string[]): Record<string, string> {
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  }
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': secrets.map(sign).join(' ') }
}
