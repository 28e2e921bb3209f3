/**
 * The Message-ID and the delivery proof of every mail that is sent. Both are signed for the recipient, with keys of their own.
 *
 * - The delivery proof is a header field. Any sender can write to a bounce address, so a returned mail is believed only when the headers of
 *   the original mail contain the proof of a mail that this installation has sent to that very address in the last days.
 * - A reply quotes the Message-ID (RFC 5322 §3.6.4: In-Reply-To, References), so everyone who is answered knows it. It only distinguishes events of
 *   a provider apart, which the provider's token authenticates.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { emailKey } from '#platform/text/parse-email.client.ts'
import { keyedHash } from '#platform/config/secret-box.ts'
import { MAILED_DAYS } from './suppression.policy.ts'

const DAY_MS = 86_400_000
/** The Message-ID of a mail that is tried again stays the same for so many days, so that a receiving server recognises a second copy. */
const STABLE_DAYS = 7
const UNIQUE_LENGTH = 16
const SIGNATURE_LENGTH = 22
const STAMP = String.raw`([0-9a-z]{3,5})\.([\w-]{${UNIQUE_LENGTH}})\.([\w-]{${SIGNATURE_LENGTH}})`
const LOCAL_PART = new RegExp(String.raw`\b${STAMP}(?=@)`, 'g')
const PROOF = new RegExp(`^${STAMP}$`)
/** A report contains one or two. */
const MAX_CANDIDATES = 50

/** Mail programs copy no field of this name into replies. */
export const DELIVERY_PROOF_HEADER = 'X-Delivery-Proof'

/** What identifies a mail. */
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

/** Days since 1970: that of the mail, or of a mail that waits for weeks a later one. */
function stampDayOf(createdAt: string, now: number): number {
  const today = Math.floor(now / DAY_MS)
  const created = Math.floor(Date.parse(createdAt) / DAY_MS)
  return Number.isNaN(created) || created > today ? today : today - ((today - created) % STABLE_DAYS)
}
