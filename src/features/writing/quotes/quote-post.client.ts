/** Inserts quotations of posts into the field in which the reply is written. */
import { limitText } from '#wording/cut-text.ts'

export interface Quote {
  /** Name of the author of the post. */
  author: string
  /** Path of the post. */
  path: string
  /** The quoted text, without markup. */
  text: string
}

const MAX_QUOTE_LENGTH = 2000
/** Id of the section with the reply form on the topic page. */
const REPLY_SECTION_ID = 'post-reply'

let receiver: ((quote: Quote) => void) | undefined
/** A quotation that waits for the reply field, with the page on which it was made. */
let waiting: { quote: Quote; page: string } | undefined

/**
 * Quotes a post in the reply field of the page and focuses the field. If the viewer cannot reply yet, the page scrolls to the reason, and the
 * quotation is inserted once they can.
 */
export function quotePost(quote: Quote): void {
  if (receiver) return receiver(quote)
  waiting = { quote, page: location.pathname }
  document.getElementById(REPLY_SECTION_ID)?.scrollIntoView()
}

/** Quotes a whole post, without the quotations in it. @param path `path` of the post's `quotable` element */
export function quotePostAt(path: string): void {
  const element = document.querySelector<HTMLElement>(`[data-quote-path="${CSS.escape(path)}"]`)
  const blocks = [...(element?.children ?? [])].filter((block) => block instanceof HTMLElement && block.tagName !== 'BLOCKQUOTE')
  const text = blocks.map((block) => (block as HTMLElement).innerText).join('\n\n')
  if (element && text.trim() !== '') quotePost({ author: element.dataset['quoteAuthor'] ?? '', path, text })
}

/** Registers the field that gets the quotations. @returns a function that removes it */
export function receiveQuotes(receive: (quote: Quote) => void): () => void {
  receiver = receive
  const early = waiting
  waiting = undefined
  if (early?.page === location.pathname) receive(early.quote)
  return () => {
    if (receiver === receive) receiver = undefined
  }
}

/** Converts a quotation to Markdown: a line with the author and a link to the post, then the text. */
export function toQuoteMarkdown({ author, path, text }: Quote): string {
  const lines = limitText(text.trim(), MAX_QUOTE_LENGTH)
    .split(/\n+/)
    .map((line) => `> ${escapeMarkdown(line.trim())}`)
  return [`> [${escapeMarkdown(author)}](${path}) wrote:`, '>', lines.join('\n>\n')].join('\n')
}

/** Escapes characters that Markdown would interpret. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*[\]<>~|]|(?<!\w)_|_(?!\w)|^(?=[#+-]\s)|^(?=\d{1,9}[.)]\s)/g, '\\$&')
