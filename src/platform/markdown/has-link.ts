import type { Context } from '#platform/contract/context.ts'
import { renderText } from './markdown.ts'

/**
 * Whether a user's text contains a link. Returns true also for a text that contains `www.`, and for one that is too complex to be rendered,
 * because it may contain a link. Do not call it in a transaction, because rendering would hold the transaction's locks.
 * @throws AppError 503 if too many texts are queued for rendering
 */
export async function hasLink(ctx: Pick<Context, 'log'>, text: string): Promise<boolean> {
  if (/https?:\/\/|www\./i.test(text)) return true
  const { html, isPlain } = await renderText(ctx, text, 'post')
  return isPlain || /<a\s/.test(html)
}
