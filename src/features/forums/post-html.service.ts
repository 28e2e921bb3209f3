/** What posts say, as HTML. Outside of transactions: nobody who writes waits until a text is rendered. */
import type { Context } from '#platform/contract/context.ts'
import { renderMarkdown } from '#platform/markdown/markdown.ts'

export const renderPost = async <Post extends { content: string }>(ctx: Context, post: Post): Promise<Post & { contentHtml: string }> => ({
  ...post,
  contentHtml: await renderMarkdown(ctx, post.content, 'user'),
})

export const renderPosts = <Post extends { content: string }>(ctx: Context, posts: Post[]) =>
  Promise.all(posts.map((post) => renderPost(ctx, post)))
