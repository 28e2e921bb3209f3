/** Reads a mail that came back: a delivery report (RFC 3464, with the codes of RFC 3463) or a complaint (ARF, RFC 5965). */
import { DELIVERY_PROOF_HEADER } from './message-id.service.ts'
import { isNoSuchAddress } from './suppression.policy.ts'
import type { MailEvent } from './suppression.contract.ts'
import { limitText } from '#wording/cut-text.ts'

const MAX_RECIPIENTS = 100
const MAX_DETAIL = 300

/**
 * @param isProofFor whether one of the delivery proofs in the headers of the original mail is that of a mail to this address
 * @returns nothing for what is neither, and for recipients without a proof
 */
export function readReturnedMail(message: string, isProofFor: (proofs: readonly string[], address: string) => boolean): MailEvent[] {
  const lines = message.replaceAll('\r\n', '\n').replaceAll(/\n[ \t]+/g, ' ')
  const proofs = readDeliveryProofs(lines)
  const isProved = (address: string) => isProofFor(proofs, address)
  return /^feedback-type:/im.test(lines) ? readComplaint(lines, isProved) : readDeliveryReport(lines, isProved)
}

/** The part of a report that contains the original mail, or its headers alone (RFC 6522, RFC 5965, RFC 6533). */
const ORIGINAL_PART = /^content-type:[ \t]*(?:message\/(?:rfc822|global|global-headers)|text\/rfc822-headers)\b/i
const DELIVERY_PROOF = new RegExp(`^${DELIVERY_PROOF_HEADER}:(.*)$`, 'gim')

/** Only the header block of the original mail is read: whatever else a message contains, its sender has written or quoted. */
function readDeliveryProofs(lines: string): string[] {
  const blocks = lines.split(/\n\n+/)
  return blocks.flatMap((block, index) => {
    const isOriginal = headersOfPart(blocks[index - 1] ?? '').some((header) => ORIGINAL_PART.test(header))
    return isOriginal ? [...beforeBoundary(block).matchAll(DELIVERY_PROOF)].map(([, value = '']) => value) : []
  })
}

/** The lines after a MIME boundary, at the end of a block: the header fields of a part. */
const headersOfPart = (block: string): string[] => {
  const rows = block.split('\n')
  const boundary = rows.findLastIndex((row) => row.startsWith('--'))
  return boundary < 0 ? [] : rows.slice(boundary + 1)
}
const beforeBoundary = (block: string): string => block.split(/^--/m, 1)[0] ?? ''

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
