import type { Context } from '#platform/contract/context.ts'
import { renderText } from './markdown.ts'

/**
 * Whether readers of a text see a link in it. Returns true also for text that is too complex to be rendered, because it may contain one.
 * Do not call it in a transaction.
 * @throws AppError 503 if too many texts are queued
 */
export async function hasLink(ctx: Pick<Context, 'log'>, text: string): Promise<boolean> {
  if (/https?:\/\/|www\./i.test(text)) return true
  const { html, isPlain } = await renderText(ctx, text, 'user')
  return isPlain || /<a\s/.test(html)
}
