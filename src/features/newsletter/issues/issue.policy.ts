/** Defines the limits of issues and composes their Markdown. */
export const ISSUE_STATES = ['draft', 'scheduled', 'sending', 'paused', 'sent'] as const
export const ENTRY_KINDS = ['article', 'answer', 'review', 'product', 'note'] as const

export const MAX_SUBJECT = 150
export const MAX_ENTRIES = 40
/** Smallest rate at which an issue is sent, in mails per minute. */
export const MIN_RATE = 1
/** Largest rate at which an issue is sent, in mails per minute. */
export const MAX_RATE = 60_000
/** Rate of a new issue, in mails per minute. */
export const DEFAULT_RATE = 300

export interface IssueText {
  intro: string
  entries: readonly { title: string; text: string; path: string }[]
}

/** Returns the Markdown of an issue: the introduction, then each entry under a linked heading. */
export const composeIssue = ({ intro, entries }: IssueText): string =>
  [intro.trim(), ...entries.map(({ title, text, path }) => `## [${escapeMarkdown(title)}](${path})\n\n${text.trim()}`)]
    .filter((part) => part !== '')
    .join('\n\n')

/** Escapes plain text for use in Markdown. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>#|~!]/g, '\\$&')

/**
 * Converts Markdown to plain text for the text part of a mail: links become `text (absolute URL)`, headings are underlined.
 * @param origin origin of the site: `https://example.org`
 */
export const toIssueText = (markdown: string, origin: string): string =>
  markdown
    .replace(/!\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
    .replace(
      /\[((?:\\.|[^\]\\\n])*)\]\(([^)\s]*)\)/g,
      (_, text: string, url: string) => `${text} (${url.startsWith('/') ? origin + url : url})`,
    )
    .replace(/^#{1,6} (.*)$/gm, (_, text: string) => `${text}\n${'-'.repeat(Math.min(60, text.length))}`)
    .replace(/(\*\*|__)(?=\S)(.+?)\1/g, '$2')
    .replace(/\\([\\`*_[\]<>#|~!])/g, '$1')
