/**
 * Parses email addresses, which consist of a dot-atom (RFC 5322 §3.2.3), `@`, and a domain with at least one dot. International domains are
 * stored as punycode (RFC 5891), because mail servers and comparisons need one form.
 */
import { toAsciiDomain } from './domain-name.client.ts'

export const MAX_EMAIL_LENGTH = 254
/** Matches a dot-atom of at most 64 characters (RFC 5321 §4.5.3.1.1). */
const LOCAL_PART = /^(?=.{1,64}$)[\w!#$%&'*+\-/=?^`{|}~]+(?:\.[\w!#$%&'*+\-/=?^`{|}~]+)*$/

/** @returns the email address in the stored form: the local part unchanged, the domain in lower-case ASCII; `undefined` if it is invalid */
export function parseEmail(text: string): string | undefined {
  const address = text.trim()
  if (address.length > MAX_EMAIL_LENGTH) return undefined
  const atIndex = address.lastIndexOf('@')
  const domain = toAsciiDomain(address.slice(atIndex + 1))
  const email = `${address.slice(0, atIndex)}@${domain}`
  return atIndex > 0 && domain !== undefined && LOCAL_PART.test(address.slice(0, atIndex)) && email.length <= MAX_EMAIL_LENGTH
    ? email
    : undefined
}

/**
 * Returns the key by which accounts and mailing lists compare email addresses. A text that is no email address is trimmed and lower-cased.
 */
export const emailKey = (text: string): string => (parseEmail(text) ?? text.trim()).toLowerCase()
