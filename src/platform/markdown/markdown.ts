/** Markdown to safe HTML, off the request's thread: see markdown-renderer.ts. */
import type { RenderedText } from './markdown-plain.ts'
import { MarkdownRenderer, type Author } from './markdown-renderer.ts'
import type { Context } from '#platform/contract/context.ts'

export type { Author }

/** For all sites of the process: what is rendered depends on the text alone. */
const renderer = new MarkdownRenderer()

type Ctx = Pick<Context, 'log'>

/** @returns HTML that is safe to put into a page. Do not ask within a transaction: nobody who writes waits for a text. */
export const renderMarkdown = async (ctx: Ctx, source: string, by: Author): Promise<string> => (await renderText(ctx, source, by)).html

/** The same, and whether the text is shown as it was typed. */
export const renderText = ({ log }: Ctx, source: string, by: Author): Promise<RenderedText> => renderer.render(source, by, log)

/** The same without keeping it: for a text that is still being written. */
export const renderDraft = ({ log }: Ctx, source: string, by: Author): Promise<RenderedText> => renderer.renderOnce(source, by, log)
