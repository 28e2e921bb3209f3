/** Finds mentions (`@username`) in the Markdown of a post. */

/** Matches a mention. An `@` within a word, an email address or a path is not one. */
const MENTION = /(?<![\w@/.\\-])@([A-Za-z0-9_-]{3,30})(?![\w@-]|\.\w)/g
const CODE = /(`{1,3})[^`]*\1/g
const QUOTED_LINE = /^ {0,3}>.*$/gm

/** @returns the lower-case usernames that a text mentions, each once, in their order; quotations and code do not count */
export const findMentionedNames = (content: string): string[] => [
  ...new Set([...content.replace(CODE, ' ').replace(QUOTED_LINE, ' ').matchAll(MENTION)].map(([, name = '']) => name.toLowerCase())),
]
