/** Renders posts as HTML. Call these functions outside transactions, so that no writer waits for the rendering. */
import type { Context } from '#platform/contract/context.ts'
import { renderMarkdown } from '#platform/markdown/markdown.ts'

export const renderPost = async <Post extends { content: string }>(ctx: Context, post: Post): Promise<Post & { contentHtml: string }> => ({
  ...post,
  contentHtml: await renderMarkdown(ctx, post.content, 'user'),
})

export const renderPosts = <Post extends { content: string }>(ctx: Context, posts: Post[]) =>
  Promise.all(posts.map((post) => renderPost(ctx, post)))
