/** What an issue may be, and how its Markdown is put together. */
export const ISSUE_STATES = ['draft', 'scheduled', 'sending', 'paused', 'sent'] as const
export const ENTRY_KINDS = ['article', 'answer', 'review', 'product', 'note'] as const

export const MAX_SUBJECT = 150
export const MAX_ENTRIES = 40
/** Mails a minute. */
export const MIN_RATE = 1
export const MAX_RATE = 60_000
export const USUAL_RATE = 300

export interface IssueText {
  intro: string
  entries: readonly { title: string; text: string; path: string }[]
}

/** The whole text of an issue: what stands before the entries, and each of them under its own heading. */
export const composeIssue = ({ intro, entries }: IssueText): string =>
  [intro.trim(), ...entries.map(({ title, text, path }) => `## [${escapeMarkdown(title)}](${path})\n\n${text.trim()}`)]
    .filter((part) => part !== '')
    .join('\n\n')

/** Words that somebody typed as words. */
export const escapeMarkdown = (words: string): string => words.replace(/[\\`*_[\]<>#|~!]/g, '\\$&')

/**
 * A text in Markdown for readers without HTML: most of it reads well as it is. Links stand behind their words, with their whole address.
 * @param origin of the site: `https://example.org`
 */
export const toIssueText = (markdown: string, origin: string): string =>
  markdown
    .replace(/!\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
    .replace(
      /\[((?:\\.|[^\]\\\n])*)\]\(([^)\s]*)\)/g,
      (_, words: string, url: string) => `${words} (${url.startsWith('/') ? origin + url : url})`,
    )
    .replace(/^#{1,6} (.*)$/gm, (_, words: string) => `${words}\n${'-'.repeat(Math.min(60, words.length))}`)
    .replace(/(\*\*|__)(?=\S)(.+?)\1/g, '$2')
    .replace(/\\([\\`*_[\]<>#|~!])/g, '$1')
