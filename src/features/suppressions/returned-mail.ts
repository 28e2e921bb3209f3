/** Parses returned mail: delivery status notifications (RFC 3464, status codes of RFC 3463) and complaints (ARF, RFC 5965). */
import { DELIVERY_PROOF_HEADER } from './message-id.service.ts'
import { isUnknownAddress } from './suppression.policy.ts'
import type { MailEvent } from './suppression.contract.ts'
import { limitText } from '#wording/cut-text.ts'

const MAX_RECIPIENTS = 100
const MAX_DETAIL_LENGTH = 300

/**
 * @param message the returned mail as received, headers and body
 * @param isProofFor returns whether one of the delivery proofs belongs to a mail to this address
 * @returns one event per recipient with a valid proof; empty when the message is neither kind of report
 */
export function readReturnedMail(message: string, isProofFor: (proofs: readonly string[], address: string) => boolean): MailEvent[] {
  const unfolded = message.replaceAll('\r\n', '\n').replaceAll(/\n[ \t]+/g, ' ')
  const proofs = readDeliveryProofs(unfolded)
  const isProved = (address: string) => isProofFor(proofs, address)
  return /^feedback-type:/im.test(unfolded) ? readComplaint(unfolded, isProved) : readDeliveryReport(unfolded, isProved)
}

/** Matches the content type of the part that contains the original mail or its headers (RFC 6522, RFC 5965, RFC 6533). */
const ORIGINAL_PART = /^content-type:[ \t]*(?:message\/(?:rfc822|global|global-headers)|text\/rfc822-headers)\b/i
const DELIVERY_PROOF = new RegExp(`^${DELIVERY_PROOF_HEADER}:(.*)$`, 'gim')

/** Reads proofs only from the headers of the original mail, because a forged report can contain anything elsewhere. */
function readDeliveryProofs(unfolded: string): string[] {
  const blocks = unfolded.split(/\n\n+/)
  return blocks.flatMap((block, index) => {
    const isOriginal = readPartHeaders(blocks[index - 1] ?? '').some((header) => ORIGINAL_PART.test(header))
    return isOriginal ? [...cutAtBoundary(block).matchAll(DELIVERY_PROOF)].map(([, value = '']) => value) : []
  })
}

/** Returns the header fields of a MIME part: the lines after the last boundary of a block. */
const readPartHeaders = (block: string): string[] => {
  const lines = block.split('\n')
  const boundary = lines.findLastIndex((row) => row.startsWith('--'))
  return boundary < 0 ? [] : lines.slice(boundary + 1)
}
const cutAtBoundary = (block: string): string => block.split(/^--/m, 1)[0] ?? ''

/** Reads the groups of fields, one per recipient. Reports of a delay are ignored. */
function readDeliveryReport(unfolded: string, isProved: (address: string) => boolean): MailEvent[] {
  const groups = unfolded.split(/\n\n+/).filter((group) => /^final-recipient:/im.test(group))
  return groups.slice(0, MAX_RECIPIENTS).flatMap((group): MailEvent[] => {
    // A forwarded mail bounces for a different address than the one that it was sent to.
    const candidates = [readField(group, 'original-recipient'), readField(group, 'final-recipient')].map((field) =>
      findAddress(field ?? ''),
    )
    const address = candidates.find((candidate) => candidate !== undefined && isProved(candidate))
    const status = /^\s*([245])\.\d{1,3}\.\d{1,3}/.exec(readField(group, 'status') ?? '')?.[0].trim() ?? ''
    if (!address || readField(group, 'action')?.trim().toLowerCase() !== 'failed') return []
    const detail = limitText((readField(group, 'diagnostic-code') ?? status).trim(), MAX_DETAIL_LENGTH)
    return [{ type: isUnknownAddress(status) ? 'bounce' : 'soft', address, detail }]
  })
}

/** Returns an event for each recipient of the original mail. The sender of the report is a mail server, not the recipient. */
function readComplaint(unfolded: string, isProved: (address: string) => boolean): MailEvent[] {
  const recipients = [...unfolded.matchAll(/^original-rcpt-to:(.*)$/gim)].map(([, text = '']) => text)
  const original = unfolded.slice(Math.max(0, unfolded.search(/^content-type:\s*(message\/rfc822|text\/rfc822-headers)/im)))
  // Some providers redact the field with the recipient, but not the original mail.
  const candidates = [...recipients.slice(0, MAX_RECIPIENTS), readField(original, 'to') ?? ''].flatMap((text) => findAddress(text) ?? [])
  const detail = limitText((readField(unfolded, 'feedback-type') ?? '').trim(), MAX_DETAIL_LENGTH)
  if (/not-spam/i.test(detail)) return []
  const provedAddresses = [...new Set(candidates.map((address) => address.toLowerCase()))].filter(isProved)
  return provedAddresses.map((address) => ({ type: 'complaint', address, detail }))
}

const readField = (text: string, name: string): string | undefined => new RegExp(`^${name}:(.*)$`, 'im').exec(text)?.[1]

const findAddress = (text: string): string | undefined => /[^\s@<>;,"]{1,64}@[^\s@<>;,"]{1,189}/.exec(text)?.[0]
