/** Parses returned mail: delivery status notifications (RFC 3464, status codes of RFC 3463) and complaints (ARF, RFC 5965). */
import { DELIVERY_PROOF_HEADER } from './message-id.service.ts'
import { isUnknownAddress } from './suppression.policy.ts'
import type { MailEvent } from './suppression.contract.ts'
import { limitText } from '#wording/cut-text.ts'

const MAX_RECIPIENTS = 100
const MAX_DETAIL = 300

/**
 * @param isProofFor whether one of the delivery proofs belongs to a mail to this address
 * @returns one event per recipient with a valid proof; empty when the message is neither kind of report
 */
export function readReturnedMail(message: string, isProofFor: (proofs: readonly string[], address: string) => boolean): MailEvent[] {
  const lines = message.replaceAll('\r\n', '\n').replaceAll(/\n[ \t]+/g, ' ')
  const proofs = readDeliveryProofs(lines)
  const isProved = (address: string) => isProofFor(proofs, address)
  return /^feedback-type:/im.test(lines) ? readComplaint(lines, isProved) : readDeliveryReport(lines, isProved)
}

/** Content type of the part with the original mail or its headers (RFC 6522, RFC 5965, RFC 6533). */
const ORIGINAL_PART = /^content-type:[ \t]*(?:message\/(?:rfc822|global|global-headers)|text\/rfc822-headers)\b/i
const DELIVERY_PROOF = new RegExp(`^${DELIVERY_PROOF_HEADER}:(.*)$`, 'gim')

/** Reads only the header block of the original mail: the sender of the report controls everything else. */
function readDeliveryProofs(lines: string): string[] {
  const blocks = lines.split(/\n\n+/)
  return blocks.flatMap((block, index) => {
    const isOriginal = headersOfPart(blocks[index - 1] ?? '').some((header) => ORIGINAL_PART.test(header))
    return isOriginal ? [...beforeBoundary(block).matchAll(DELIVERY_PROOF)].map(([, value = '']) => value) : []
  })
}

/** Returns the header fields of a MIME part: the lines after the last boundary of a block. */
const headersOfPart = (block: string): string[] => {
  const rows = block.split('\n')
  const boundary = rows.findLastIndex((row) => row.startsWith('--'))
  return boundary < 0 ? [] : rows.slice(boundary + 1)
}
const beforeBoundary = (block: string): string => block.split(/^--/m, 1)[0] ?? ''

/** A report has one group of fields per recipient. Delays are ignored. */
function readDeliveryReport(lines: string, isProved: (address: string) => boolean): MailEvent[] {
  const groups = lines.split(/\n\n+/).filter((group) => /^final-recipient:/im.test(group))
  return groups.slice(0, MAX_RECIPIENTS).flatMap((group): MailEvent[] => {
    // A forwarded mail bounces for a different address than it was sent to.
    const candidates = [fieldOf(group, 'original-recipient'), fieldOf(group, 'final-recipient')].map((field) => addressIn(field ?? ''))
    const address = candidates.find((candidate) => candidate !== undefined && isProved(candidate))
    const status = /^\s*([245])\.\d{1,3}\.\d{1,3}/.exec(fieldOf(group, 'status') ?? '')?.[0].trim() ?? ''
    if (!address || fieldOf(group, 'action')?.trim().toLowerCase() !== 'failed') return []
    const detail = limitText((fieldOf(group, 'diagnostic-code') ?? status).trim(), MAX_DETAIL)
    return [{ type: isUnknownAddress(status) ? 'bounce' : 'soft', address, detail }]
  })
}

/** Returns the recipients of the original mail; the sender of the complaint itself is a machine. */
function readComplaint(lines: string, isProved: (address: string) => boolean): MailEvent[] {
  const recipients = [...lines.matchAll(/^original-rcpt-to:(.*)$/gim)].map(([, text = '']) => text)
  const original = lines.slice(Math.max(0, lines.search(/^content-type:\s*(message\/rfc822|text\/rfc822-headers)/im)))
  // Some providers redact the recipient field, but not the original mail.
  const candidates = [...recipients.slice(0, MAX_RECIPIENTS), fieldOf(original, 'to') ?? ''].flatMap((text) => addressIn(text) ?? [])
  const detail = limitText((fieldOf(lines, 'feedback-type') ?? '').trim(), MAX_DETAIL)
  if (/not-spam/i.test(detail)) return []
  const proved = [...new Set(candidates.map((address) => address.toLowerCase()))].filter(isProved)
  return proved.map((address) => ({ type: 'complaint', address, detail }))
}

const fieldOf = (lines: string, name: string): string | undefined => new RegExp(`^${name}:(.*)$`, 'im').exec(lines)?.[1]

const addressIn = (text: string): string | undefined => /[^\s@<>;,"]{1,64}@[^\s@<>;,"]{1,189}/.exec(text)?.[0]
