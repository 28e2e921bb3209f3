/**
 * Converts Markdown to safe HTML in worker threads (markdown-renderer.ts). Do not call these functions in a transaction, because its locks
 * would last until the rendering ends.
 */
import type { RenderedText } from './markdown-plain.ts'
import { MarkdownRenderer, type Author } from './markdown-renderer.ts'
import type { Context } from '#platform/contract/context.ts'

export type { Author }

/** All sites of the process share the renderer, because the result depends only on the text and the author. */
const renderer = new MarkdownRenderer()

type Ctx = Pick<Context, 'log'>

/** Renders Markdown. @returns sanitised HTML @throws AppError 503 if too many texts are queued */
export const renderMarkdown = async (ctx: Ctx, source: string, author: Author): Promise<string> =>
  (await renderText(ctx, source, author)).html

/**
 * Renders Markdown; the result also contains the number of words, and whether the text is unformatted.
 * @throws AppError 503 if too many texts are queued
 */
export const renderText = ({ log }: Ctx, source: string, author: Author): Promise<RenderedText> => renderer.render(source, author, log)

/** Renders Markdown like `renderText`, but without caching: for previews. @throws AppError 503 if too many texts are queued */
export const renderDraft = ({ log }: Ctx, source: string, author: Author): Promise<RenderedText> => renderer.renderOnce(source, author, log)
