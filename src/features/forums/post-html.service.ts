/** Renders posts as HTML. Call these functions outside transactions, so that no writer waits for the rendering. */
import { renderPostMarkup, resolvePostMarkup } from '#features/writing/post-markup.service.ts'
import type { PicturedPost } from '#features/writing/pictures/post-picture.service.ts'
import type { Context } from '#platform/contract/context.ts'

/** The fields of a topic or a reply that the rendering needs; only replies have a `forumId`. */
interface Post {
  id: number
  content: string
  forumId?: number
}
type Rendered<P> = P & { contentHtml: string }

export async function renderPosts<P extends Post>(ctx: Context, posts: P[]): Promise<Rendered<P>[]> {
  const markups = await Promise.all(posts.map(({ content }) => renderPostMarkup(ctx, content)))
  const htmls = await resolvePostMarkup(
    ctx,
    posts.map((post, index) => ({ markup: markups[index] ?? '', post: toPicturedPost(post) })),
  )
  return posts.map((post, index) => ({ ...post, contentHtml: htmls[index] ?? '' }))
}

export async function renderPost<P extends Post>(ctx: Context, post: P): Promise<Rendered<P>> {
  const [rendered] = await renderPosts(ctx, [post])
  return rendered ?? { ...post, contentHtml: '' }
}

/**
 * Renders the text of a post, and writes the post in a transaction. Nothing is read after the commit, when a failure would report an error
 * for a post that is stored.
 * @param write writes the post and returns it
 */
export async function writeAndRenderPost<P extends Post>(
  ctx: Context,
  content: string,
  write: (trxCtx: Context) => Promise<P>,
): Promise<Rendered<P>> {
  const markup = await renderPostMarkup(ctx, content)
  const { post, contentHtml } = await ctx.db.transaction().execute(async (db) => {
    const written = await write({ ...ctx, db })
    const [html = ''] = await resolvePostMarkup({ ...ctx, db }, [{ markup, post: toPicturedPost(written) }])
    return { post: written, contentHtml: html }
  })
  // The text was changed by another request after the caller had read it.
  return post.content === content ? { ...post, contentHtml } : renderPost(ctx, post)
}

const toPicturedPost = ({ id, forumId }: Post): PicturedPost => (forumId === undefined ? { topicId: id } : { replyId: id })
