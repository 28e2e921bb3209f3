/**
 * The Message-ID and the delivery proof of every mail that is sent. Both are HMACs over the recipient, with separate keys.
 *
 * - The delivery proof is a header field. Any sender can write to a bounce address, so a bounce is accepted only when the headers of the
 *   original mail contain the proof of a mail that this installation has sent to that address within `MAILED_DAYS`.
 * - Replies quote the Message-ID (RFC 5322 §3.6.4: In-Reply-To, References), so it is not secret. It only identifies the mail in events
 *   of a provider, which the provider's token authenticates.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { emailKey } from '#platform/text/parse-email.client.ts'
import { keyedHash } from '#platform/config/secret-box.ts'
import { MAILED_DAYS } from './suppression.policy.ts'

const DAY_MS = 86_400_000
/** Retries use the same Message-ID for this many days, so that the receiving server detects duplicates. */
const STABLE_DAYS = 7
const UNIQUE_LENGTH = 16
const SIGNATURE_LENGTH = 22
const STAMP = String.raw`([0-9a-z]{3,5})\.([\w-]{${UNIQUE_LENGTH}})\.([\w-]{${SIGNATURE_LENGTH}})`
const LOCAL_PART = new RegExp(String.raw`\b${STAMP}(?=@)`, 'g')
const PROOF = new RegExp(`^${STAMP}$`)
/** Real reports contain one or two; the limit bounds the work for forged ones. */
const MAX_CANDIDATES = 50

/** Mail clients do not copy this field into replies, so recipients of replies do not learn it. */
export const DELIVERY_PROOF_HEADER = 'X-Delivery-Proof'

export interface MailIdentity {
  siteId: string
  id: string | number
  createdAt: string
  to: string
}
type Purpose = 'message-id' | 'delivery-proof'

/** @returns with angle brackets: `<day.unique.signature@host>` */
export const createMessageId = (mail: MailIdentity, host: string, now = Date.now()): string =>
  `<${createStamp(mail, 'message-id', now)}@${host}>`

/** @returns the value of the header field: `day.unique.signature` */
export const createDeliveryProof = (mail: MailIdentity, now = Date.now()): string => createStamp(mail, 'delivery-proof', now)

/** @param messageId as the provider reports it */
export const containsMessageIdFor = (messageId: string, recipient: string, now = Date.now()): boolean =>
  [...messageId.matchAll(LOCAL_PART)].slice(0, MAX_CANDIDATES).some((stamp) => isStampFor(stamp, 'message-id', recipient, now))

/** @param values of the header field */
export const isDeliveryProofFor = (values: readonly string[], recipient: string, now = Date.now()): boolean =>
  values.slice(0, MAX_CANDIDATES).some((value) => {
    const stamp = PROOF.exec(value.trim())
    return stamp !== null && isStampFor(stamp, 'delivery-proof', recipient, now)
  })

function createStamp({ siteId, id, createdAt, to }: MailIdentity, purpose: Purpose, now: number): string {
  const unique = createHash('sha256').update(`${siteId} ${id} ${createdAt} ${to}`).digest('base64url').slice(0, UNIQUE_LENGTH)
  const day = stampDayOf(createdAt, now).toString(36)
  return `${day}.${unique}.${signatureOf(day, unique, purpose, to)}`
}

function isStampFor([, day = '', unique = '', signature = '']: RegExpExecArray, purpose: Purpose, recipient: string, now: number): boolean {
  const age = Math.floor(now / DAY_MS) - Number.parseInt(day, 36)
  if (age < -1 || age > MAILED_DAYS) return false
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(day, unique, purpose, recipient)))
}

const signatureOf = (day: string, unique: string, purpose: Purpose, recipient: string): string =>
  keyedHash(`${day}.${unique} ${emailKey(recipient)}`, purpose).slice(0, SIGNATURE_LENGTH)

/** Day number (since 1970) of the stamp: that of the mail, moved forward in steps of `STABLE_DAYS` while the mail waits. */
function stampDayOf(createdAt: string, now: number): number {
  const today = Math.floor(now / DAY_MS)
  const created = Math.floor(Date.parse(createdAt) / DAY_MS)
  return Number.isNaN(created) || created > today ? today : today - ((today - created) % STABLE_DAYS)
}
