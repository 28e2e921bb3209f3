/** Markdown to safe HTML in worker threads (markdown-renderer.ts). Do not call these in a transaction: rendering would hold its locks. */
import type { RenderedText } from './markdown-plain.ts'
import { MarkdownRenderer, type Author } from './markdown-renderer.ts'
import type { Context } from '#platform/contract/context.ts'

export type { Author }

/** Shared by all sites of the process: the result depends on the text only. */
const renderer = new MarkdownRenderer()

type Ctx = Pick<Context, 'log'>

/** @returns sanitised HTML @throws AppError 503 if too many texts are queued */
export const renderMarkdown = async (ctx: Ctx, source: string, by: Author): Promise<string> => (await renderText(ctx, source, by)).html

/** Like `renderMarkdown`, with the number of words and whether the text is shown unformatted. @throws AppError 503 */
export const renderText = ({ log }: Ctx, source: string, by: Author): Promise<RenderedText> => renderer.render(source, by, log)

/** Like `renderText` without caching, for previews. @throws AppError 503 */
export const renderDraft = ({ log }: Ctx, source: string, by: Author): Promise<RenderedText> => renderer.renderOnce(source, by, log)
