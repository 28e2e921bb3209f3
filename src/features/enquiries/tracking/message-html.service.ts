/** Formats the messages of an enquiry, which are Markdown: as HTML for the pages, and as text for mails. */
import { mailLink } from '#features/mail/mail.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { renderMarkdown } from '#platform/markdown/markdown.ts'

/** An event of an enquiry; only messages and replies have a text to be rendered. */
interface TextEvent {
  what: string
}
type RenderedEvent<E> = E & { textHtml: string | null }

/**
 * Renders the messages and replies among the events. Call it outside transactions. A message that cannot be rendered gets no HTML, so that
 * its page shows the source.
 */
export const renderMessages = <E extends TextEvent>(
  ctx: Context,
  events: readonly E[],
  getText: (event: E) => string | null,
): Promise<RenderedEvent<E>[]> =>
  Promise.all(
    events.map(async (event) => {
      const text = event.what === 'message' || event.what === 'answer' ? getText(event) : null
      return { ...event, textHtml: text === null ? null : await renderOrNull(ctx, text) }
    }),
  )

async function renderOrNull(ctx: Context, text: string): Promise<string | null> {
  try {
    return await renderMarkdown(ctx, text, 'user')
  } catch (error) {
    ctx.log.warn({ err: error }, 'enquiry message not rendered')
    return null
  }
}

const LINK = /\[([^[\]\n]{1,500})\]\(([^\s()]{1,2000})\)/g
const STRONG = /\*\*([^*\n]{1,2000})\*\*/g
const EMPHASIS = /(?<![\p{L}\d*_])[*_]([^*_\s][^*_\n]{0,2000})[*_](?![\p{L}\d*_])/gu

/** Converts a message to text for a mail: links show their URLs, and marks of emphasis are removed. Lists and quotations read as they are. */
export const toMailText = (ctx: Pick<Context, 'caller'>, markdown: string): string =>
  markdown
    .replace(LINK, (_, label: string, url: string) => {
      const target = url.startsWith('/') && !url.startsWith('//') ? mailLink(ctx, `/${url.slice(1)}`) : url
      return label === target ? target : `${label} (${target})`
    })
    .replace(STRONG, '$1')
    .replace(EMPHASIS, '$1')
