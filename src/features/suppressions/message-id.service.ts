/**
 * Creates and verifies the Message-ID and the delivery proof of every mail. Both contain an HMAC over the recipient, with separate keys.
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
/** Number of days in which retries use the same Message-ID, so that the receiving server detects duplicates. */
const STABLE_DAYS = 7
const UNIQUE_LENGTH = 16
const SIGNATURE_LENGTH = 22
const STAMP_PATTERN = String.raw`([0-9a-z]{3,5})\.([\w-]{${UNIQUE_LENGTH}})\.([\w-]{${SIGNATURE_LENGTH}})`
const STAMP_BEFORE_HOST = new RegExp(String.raw`\b${STAMP_PATTERN}(?=@)`, 'g')
const WHOLE_STAMP = new RegExp(`^${STAMP_PATTERN}$`)
/** Maximum number of Message-IDs or proofs that are verified per report. Real reports contain one or two; forged ones may contain more. */
const MAX_CANDIDATES = 50

/** Name of the header field with the delivery proof. Mail clients do not copy it into replies, so it stays secret. */
export const DELIVERY_PROOF_HEADER = 'X-Delivery-Proof'

export interface MailIdentity {
  siteId: string
  id: string | number
  createdAt: string
  to: string
}
type Purpose = 'message-id' | 'delivery-proof'

/** @returns the Message-ID with angle brackets: `<day.unique.signature@host>` */
export const createMessageId = (mail: MailIdentity, host: string, now = Date.now()): string =>
  `<${createStamp(mail, 'message-id', now)}@${host}>`

/** @returns the value of the header field `X-Delivery-Proof`: `day.unique.signature` */
export const createDeliveryProof = (mail: MailIdentity, now = Date.now()): string => createStamp(mail, 'delivery-proof', now)

/**
 * Returns whether a text contains the valid Message-ID of a mail to this recipient.
 * @param messageId text that contains Message-IDs, as the provider reports it
 */
export const containsMessageIdFor = (messageId: string, recipient: string, now = Date.now()): boolean =>
  [...messageId.matchAll(STAMP_BEFORE_HOST)].slice(0, MAX_CANDIDATES).some((stamp) => isStampFor(stamp, 'message-id', recipient, now))

/** Returns whether one of the values is a valid delivery proof for this recipient. @param values values of the header field */
export const isDeliveryProofFor = (values: readonly string[], recipient: string, now = Date.now()): boolean =>
  values.slice(0, MAX_CANDIDATES).some((value) => {
    const stamp = WHOLE_STAMP.exec(value.trim())
    return stamp !== null && isStampFor(stamp, 'delivery-proof', recipient, now)
  })

function createStamp({ siteId, id, createdAt, to }: MailIdentity, purpose: Purpose, now: number): string {
  const unique = createHash('sha256').update(`${siteId} ${id} ${createdAt} ${to}`).digest('base64url').slice(0, UNIQUE_LENGTH)
  const day = getStampDay(createdAt, now).toString(36)
  return `${day}.${unique}.${signStamp(day, unique, purpose, to)}`
}

function isStampFor([, day = '', unique = '', signature = '']: RegExpExecArray, purpose: Purpose, recipient: string, now: number): boolean {
  const ageDays = Math.floor(now / DAY_MS) - Number.parseInt(day, 36)
  if (ageDays < -1 || ageDays > MAILED_DAYS) return false
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signStamp(day, unique, purpose, recipient)))
}

const signStamp = (day: string, unique: string, purpose: Purpose, recipient: string): string =>
  keyedHash(`${day}.${unique} ${emailKey(recipient)}`, purpose).slice(0, SIGNATURE_LENGTH)

/**
 * Returns the day of the stamp, in days since 1970: the day on which the mail was created, moved forward in steps of `STABLE_DAYS` while
 * the mail waits.
 */
function getStampDay(createdAt: string, now: number): number {
  const today = Math.floor(now / DAY_MS)
  const createdDay = Math.floor(Date.parse(createdAt) / DAY_MS)
  return Number.isNaN(createdDay) || createdDay > today ? today : today - ((today - createdDay) % STABLE_DAYS)
}
