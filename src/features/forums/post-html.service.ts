/** Renders posts as HTML. Call these functions outside transactions, so that no writer waits for the rendering. */
import { renderMemberPosts } from '#features/writing/post-markup.service.ts'
import type { Context } from '#platform/contract/context.ts'

/** The fields of a topic or a reply that the rendering needs; only replies have a `forumId`. */
interface Post {
  id: number
  content: string
  forumId?: number
}

export async function renderPosts<P extends Post>(ctx: Context, posts: P[]): Promise<(P & { contentHtml: string })[]> {
  const htmls = await renderMemberPosts(
    ctx,
    posts.map(({ id, content, forumId }) => ({ content, post: forumId === undefined ? { topicId: id } : { replyId: id } })),
  )
  return posts.map((post, index) => ({ ...post, contentHtml: htmls[index] ?? '' }))
}

export async function renderPost<P extends Post>(ctx: Context, post: P): Promise<P & { contentHtml: string }> {
  const [rendered] = await renderPosts(ctx, [post])
  return rendered ?? { ...post, contentHtml: '' }
}
