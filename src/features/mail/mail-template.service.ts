/** How a mail is written: as a few blocks, from which both of its parts are made, so that its words stand once. */
import type { Context } from '#platform/contract/context.ts'

/**
 * `text`: a paragraph; line ends in it are for the text part alone. `action`: what the reader is to do, as a button and as an address.
 * `facts`: lines of a name and a value. `quote`: what somebody else wrote, as they wrote it. `rich`: a text with headings and links, as
 * sanitised HTML that has no style yet, and as text.
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
  /** Where its reader leaves what it belongs to: one line under either part, and the header of the mail. */
  unsubscribeUrl?: string
}

/** What a mail may say of the site that sends it. */
export type MailSite = Pick<Context['site']['settings'], 'name' | 'language'> & Pick<Context['site'], 'operator'>

export interface MailTemplate<D> {
  /** Its feature and what it is for: `accounts.password-link`. */
  name: string
  /** What administrators read over its preview. */
  label: string
  write(site: MailSite, data: D): MailContent
  /**
   * For a mail that quotes what people wrote, or that administrators name things in: the same without it, for a tenant site that may send
   * account mail only. Every other mail is sent without quotes and web addresses there: see `toRestrictedContent`.
   */
  writeRestricted?(site: MailSite, data: D): MailContent
  /** For the preview; it names nobody. */
  sample: D
  /** It says what has happened to an account: it goes also to an address that has complained of other mail. */
  isSecurity?: true
}

/** Of any data: what it is written with is its own sample. */
export interface AnyMailTemplate extends Pick<MailTemplate<never>, 'name' | 'label' | 'isSecurity'> {
  writeSample(site: MailSite): MailContent
}

/**
 * Declares a mail, in a `*.mail.ts` of its room; its `feature.ts` lists it under `mails`, which shows it in the back-office.
 * `sendMail` writes and sends it.
 */
export const defineMail = <D>(template: MailTemplate<D>): MailTemplate<D> & AnyMailTemplate => ({
  ...template,
  writeSample: (site) => template.write(site, template.sample),
})

/** A paragraph. */
export const textBlock = (words: string): MailBlock => ({ kind: 'text', text: words })
/** What the reader is to do: a button, and in the text part its address on a line of its own. */
export const actionBlock = (label: string, url: string): MailBlock => ({ kind: 'action', label, url })
/** What they may do besides: a link. */
export const linkBlock = (label: string, url: string): MailBlock => ({ kind: 'action', label, url, isMinor: true })
/** The same, and in the text part its label stands before its address. */
export const namedLinkBlock = (label: string, url: string): MailBlock => ({
  kind: 'action',
  label,
  url,
  isMinor: true,
  isNamedInText: true,
})
/** What somebody else wrote. */
export const quoteBlock = (words: string): MailBlock => ({ kind: 'quote', text: words })
/** A long text with headings, lists and links. @param html sanitised; its looks are the mail's */
export const richBlock = (html: string, words: string): MailBlock => ({ kind: 'rich', html, text: words })
export const factsBlock = (pairs: readonly (readonly [name: string, value: string])[]): MailBlock => ({ kind: 'facts', facts: pairs })

/** The part for readers without HTML. */
export const toMailText = ({ blocks, unsubscribeUrl }: MailContent): string =>
  `${[...blocks.map(toText), ...(unsubscribeUrl === undefined ? [] : [`Unsubscribe: ${unsubscribeUrl}`])].join('\n\n')}\n`

function toText(block: MailBlock): string {
  if (block.kind === 'facts') return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
  if (block.kind === 'action') return block.isNamedInText ? `${block.label}: ${block.url}` : block.url
  return block.text
}
