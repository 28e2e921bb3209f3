/** Mail templates: the text and the HTML part are generated from the same blocks. */
import type { Context } from '#platform/contract/context.ts'

/**
 * `text`: a paragraph; line breaks appear in the text part only. `action`: a button or link. `facts`: name and value pairs.
 * `quote`: text of another user, verbatim. `rich`: sanitised HTML without styles, and the same as text.
 */
export type MailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'action'; label: string; url: string; isMinor?: true; isNamedInText?: true }
  | { kind: 'facts'; facts: readonly (readonly [name: string, value: string])[] }
  | { kind: 'quote'; text: string }
  | { kind: 'rich'; html: string; text: string }

export interface MailContent {
  subject: string
  blocks: readonly MailBlock[]
  /** Shown at the end of both parts and sent as List-Unsubscribe header. */
  unsubscribeUrl?: string
}

/** The site data that templates may use. */
export type MailSite = Pick<Context['site']['settings'], 'name' | 'language'> & Pick<Context['site'], 'operator'>

export interface MailTemplate<D> {
  /** Feature and purpose: `accounts.password-link`. */
  name: string
  /** Heading of its preview in the back-office. */
  label: string
  write(site: MailSite, data: D): MailContent
  /**
   * The mail without user-generated text, for tenant sites that may send account mail only. Default: `toRestrictedContent` removes
   * quotes and URLs.
   */
  writeRestricted?(site: MailSite, data: D): MailContent
  /** Invented data for the preview. */
  sample: D
  /** Reports a change to an account; also sent to addresses that have complained about other mail. */
  isSecurity?: true
}

/** A template with its data type erased; it renders only its own sample. */
export interface AnyMailTemplate extends Pick<MailTemplate<never>, 'name' | 'label' | 'isSecurity'> {
  writeSample(site: MailSite): MailContent
}

/**
 * Declares a mail, in a `*.mail.ts`; list it under `mails` in `feature.ts` for its preview in the back-office. Send it with `sendMail`.
 */
export const defineMail = <D>(template: MailTemplate<D>): MailTemplate<D> & AnyMailTemplate => ({
  ...template,
  writeSample: (site) => template.write(site, template.sample),
})

export const textBlock = (text: string): MailBlock => ({ kind: 'text', text })
/** The main action: a button; in the text part the URL on a separate line. */
export const actionBlock = (label: string, url: string): MailBlock => ({ kind: 'action', label, url })
/** A secondary action: a link. */
export const linkBlock = (label: string, url: string): MailBlock => ({ kind: 'action', label, url, isMinor: true })
/** A link whose label precedes the URL in the text part. */
export const namedLinkBlock = (label: string, url: string): MailBlock => ({
  kind: 'action',
  label,
  url,
  isMinor: true,
  isNamedInText: true,
})
/** Text of another user. */
export const quoteBlock = (text: string): MailBlock => ({ kind: 'quote', text })
/** A long text with headings, lists and links. @param html sanitised, without styles */
export const richBlock = (html: string, text: string): MailBlock => ({ kind: 'rich', html, text })
export const factsBlock = (pairs: readonly (readonly [name: string, value: string])[]): MailBlock => ({ kind: 'facts', facts: pairs })

/** Returns the plain text part. */
export const toMailText = ({ blocks, unsubscribeUrl }: MailContent): string =>
  `${[...blocks.map(toText), ...(unsubscribeUrl === undefined ? [] : [`Unsubscribe: ${unsubscribeUrl}`])].join('\n\n')}\n`

function toText(block: MailBlock): string {
  if (block.kind === 'facts') return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
  if (block.kind === 'action') return block.isNamedInText ? `${block.label}: ${block.url}` : block.url
  return block.text
}
