import { toPlainText } from '#platform/plain-text.ts'

const WORDS_PER_MINUTE = 220

/** How long a Markdown text is, and how long it takes to read: at least a minute. */
export function readingTime(content: string): { words: number; minutes: number } {
  const words = toPlainText(content).split(' ').filter(Boolean).length
  return { words, minutes: Math.max(1, Math.round(words / WORDS_PER_MINUTE)) }
}
