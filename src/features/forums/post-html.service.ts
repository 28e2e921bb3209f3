/** What posts say, as HTML. Outside of transactions: nobody who writes waits until a text is rendered. */
import type { Context } from '#platform/context.ts'
import { renderMarkdown, renderText } from '#platform/markdown.ts'

export const renderPost = async <Post extends { content: string }>(ctx: Context, post: Post): Promise<Post & { contentHtml: string }> => ({
  ...post,
  contentHtml: await renderMarkdown(ctx, post.content, 'user'),
})

export const renderPosts = <Post extends { content: string }>(ctx: Context, posts: Post[]) =>
  Promise.all(posts.map((post) => renderPost(ctx, post)))

/** Whether a text carries a link, as a reader would see one. What is too involved to be rendered may hide one. */
export async function hasLink(ctx: Pick<Context, 'log'>, text: string): Promise<boolean> {
  if (/https?:\/\/|www\./i.test(text)) return true
  const { html, isPlain } = await renderText(ctx, text, 'user')
  return isPlain || /<a\s/.test(html)
}
