/**
 * The Message-ID of every mail that leaves. It is signed for its recipient, so that a returned mail is believed only when it contains the
 * Message-ID of a mail that this installation has sent to that very address in the last days: anybody can write to a bounce address.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { emailKey } from '#platform/parse-email.client.ts'
import { keyedHash } from '#platform/secret-box.ts'
import { MAILED_DAYS } from './suppression.policy.ts'

const DAY_MS = 86_400_000
/** The Message-ID of a mail that is tried again stays the same for so many days, so that a receiving server recognises a second copy. */
const STABLE_DAYS = 7
const UNIQUE_LENGTH = 16
const SIGNATURE_LENGTH = 22
const LOCAL_PART = new RegExp(`\\b([0-9a-z]{3,5})\\.([\\w-]{${UNIQUE_LENGTH}})\\.([\\w-]{${SIGNATURE_LENGTH}})(?=@)`, 'g')
/** A report contains one or two. */
const MAX_CANDIDATES = 50

/** What identifies a mail. */
export interface MailIdentity {
  siteId: string
  id: string | number
  createdAt: string
  to: string
}

/** @returns with angle brackets: `<day.unique.signature@host>` */
export function createMessageId({ siteId, id, createdAt, to }: MailIdentity, host: string, now = Date.now()): string {
  const unique = createHash('sha256').update(`${siteId} ${id} ${createdAt} ${to}`).digest('base64url').slice(0, UNIQUE_LENGTH)
  const day = stampDayOf(createdAt, now).toString(36)
  return `<${day}.${unique}.${signatureOf(day, unique, to)}@${host}>`
}

/** @param text a returned mail, or a Message-ID alone */
export function containsMessageIdFor(text: string, recipient: string, now = Date.now()): boolean {
  const today = Math.floor(now / DAY_MS)
  return [...text.matchAll(LOCAL_PART)].slice(0, MAX_CANDIDATES).some(([, day = '', unique = '', signature = '']) => {
    const age = today - Number.parseInt(day, 36)
    return age >= -1 && age <= MAILED_DAYS && timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(day, unique, recipient)))
  })
}

const signatureOf = (day: string, unique: string, recipient: string): string =>
  keyedHash(`${day}.${unique} ${emailKey(recipient)}`, 'message-id').slice(0, SIGNATURE_LENGTH)

/** Days since 1970: that of the mail, or of a mail that waits for weeks a later one. */
function stampDayOf(createdAt: string, now: number): number {
  const today = Math.floor(now / DAY_MS)
  const created = Math.floor(Date.parse(createdAt) / DAY_MS)
  return Number.isNaN(created) || created > today ? today : today - ((today - created) % STABLE_DAYS)
}
