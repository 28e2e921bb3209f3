/** Defines mail templates, whose text and HTML parts are generated from the same blocks. */
import type { Context } from '#platform/contract/context.ts'

/**
 * A part of a mail. `text` is a paragraph, whose line breaks appear in the text part only. `action` is a button, or a link if `isMinor`.
 * `facts` are name and value pairs. `quote` is verbatim text from another user. `rich` is sanitised HTML without styles, with the same
 * content as text.
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
  /** URL that is shown at the end of both parts and sent in the List-Unsubscribe header. */
  unsubscribeUrl?: string
}

/** The site data that templates may use. */
export type MailSite = Pick<Context['site']['settings'], 'name' | 'language'> & Pick<Context['site'], 'operator'>

export interface MailTemplate<D> {
  /** Name of the feature and the purpose of the mail: `accounts.password-link`. */
  name: string
  /** Heading of the preview in the back-office. */
  label: string
  write(site: MailSite, data: D): MailContent
  /**
   * Writes the mail without user-generated text, for tenant sites that may send account mail only. Without this function only
   * `toRestrictedContent` is applied, which removes quotes, rich text and URLs.
   */
  writeRestricted?(site: MailSite, data: D): MailContent
  /** Invented data, used for the preview. */
  sample: D
  /** Set for mails that report a change to an account; they are also sent to addresses that have complained about other mail. */
  isSecurity?: true
}

/** A template whose data type is erased, so that it can render only its own sample. */
export interface AnyMailTemplate extends Pick<MailTemplate<never>, 'name' | 'label' | 'isSecurity'> {
  writeSample(site: MailSite): MailContent
}

/**
 * Declares a mail template, in a `*.mail.ts` file. Add it to `mails` in `feature.ts` for its preview, and send it with `sendMail`.
 */
export const defineMail = <D>(template: MailTemplate<D>): MailTemplate<D> & AnyMailTemplate => ({
  ...template,
  writeSample: (site) => template.write(site, template.sample),
})

export const textBlock = (text: string): MailBlock => ({ kind: 'text', text })
/** Creates the main action of a mail: a button, and in the text part its URL on a separate line. */
export const actionBlock = (label: string, url: string): MailBlock => ({ kind: 'action', label, url })
/** Creates a secondary action: a link, and in the text part its URL without the label. */
export const linkBlock = (label: string, url: string): MailBlock => ({ kind: 'action', label, url, isMinor: true })
/** Creates a link whose label precedes the URL in the text part. */
export const namedLinkBlock = (label: string, url: string): MailBlock => ({
  kind: 'action',
  label,
  url,
  isMinor: true,
  isNamedInText: true,
})
/** Creates a block with text from another user. */
export const quoteBlock = (text: string): MailBlock => ({ kind: 'quote', text })
/** Creates a long text with headings, lists and links. @param html sanitised HTML without styles @param text the same as plain text */
export const richBlock = (html: string, text: string): MailBlock => ({ kind: 'rich', html, text })
export const factsBlock = (pairs: readonly (readonly [name: string, value: string])[]): MailBlock => ({ kind: 'facts', facts: pairs })

/** Returns the plain text part of a mail. */
export const toMailText = ({ blocks, unsubscribeUrl }: MailContent): string =>
  `${[...blocks.map(toText), ...(unsubscribeUrl === undefined ? [] : [`Unsubscribe: ${unsubscribeUrl}`])].join('\n\n')}\n`

function toText(block: MailBlock): string {
  if (block.kind === 'facts') return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
  if (block.kind === 'action') return block.isNamedInText ? `${block.label}: ${block.url}` : block.url
  return block.text
}
