/** Reads a mail that came back: a delivery report (RFC 3464, with the codes of RFC 3463) or a complaint (ARF, RFC 5965). */
import { isNoSuchAddress } from './suppression.policy.ts'
import type { MailEvent } from './suppression.contract.ts'
import { limitText } from '#wording/cut-text.ts'

const MAX_RECIPIENTS = 100
const MAX_DETAIL = 300

/**
 * @param isProved whether the message proves that it is about a mail to this address
 * @returns nothing for what is neither, and for recipients without a proof
 */
export function readReturnedMail(message: string, isProved: (address: string) => boolean): MailEvent[] {
  const lines = message.replaceAll('\r\n', '\n').replaceAll(/\n[ \t]+/g, ' ')
  return /^feedback-type:/im.test(lines) ? readComplaint(lines, isProved) : readDeliveryReport(lines, isProved)
}

/** One group of fields for each recipient. A delay is no failure yet. */
function readDeliveryReport(lines: string, isProved: (address: string) => boolean): MailEvent[] {
  const groups = lines.split(/\n\n+/).filter((group) => /^final-recipient:/im.test(group))
  return groups.slice(0, MAX_RECIPIENTS).flatMap((group): MailEvent[] => {
    // A mail that was forwarded comes back for another address than the one that it was sent to.
    const named = [fieldOf(group, 'original-recipient'), fieldOf(group, 'final-recipient')].map((field) => addressIn(field ?? ''))
    const address = named.find((one) => one !== undefined && isProved(one))
    const status = /^\s*([245])\.\d{1,3}\.\d{1,3}/.exec(fieldOf(group, 'status') ?? '')?.[0].trim() ?? ''
    if (!address || fieldOf(group, 'action')?.trim().toLowerCase() !== 'failed') return []
    const detail = limitText((fieldOf(group, 'diagnostic-code') ?? status).trim(), MAX_DETAIL)
    return [{ type: isNoSuchAddress(status) ? 'bounce' : 'soft', address, detail }]
  })
}

/** To whom the mail went that is complained of; the complaint's own sender is a machine. */
function readComplaint(lines: string, isProved: (address: string) => boolean): MailEvent[] {
  const recipients = [...lines.matchAll(/^original-rcpt-to:(.*)$/gim)].map(([, text = '']) => text)
  const original = lines.slice(Math.max(0, lines.search(/^content-type:\s*(message\/rfc822|text\/rfc822-headers)/im)))
  // Some providers redact the recipient, but not the mail itself.
  const named = [...recipients.slice(0, MAX_RECIPIENTS), fieldOf(original, 'to') ?? ''].flatMap((text) => addressIn(text) ?? [])
  const detail = limitText((fieldOf(lines, 'feedback-type') ?? '').trim(), MAX_DETAIL)
  if (/not-spam/i.test(detail)) return []
  const proved = [...new Set(named.map((address) => address.toLowerCase()))].filter(isProved)
  return proved.map((address) => ({ type: 'complaint', address, detail }))
}

const fieldOf = (lines: string, name: string): string | undefined => new RegExp(`^${name}:(.*)$`, 'im').exec(lines)?.[1]

const addressIn = (text: string): string | undefined => /[^\s@<>;,"]{1,64}@[^\s@<>;,"]{1,189}/.exec(text)?.[0]
