/** Records the versions of edited posts and lists them as a public history. */
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { conflict } from '#platform/contract/errors.ts'
import type { PostVersion } from './own-post.contract.ts'
import type { PostEditor } from './post-permission.service.ts'
import * as queries from './post-version.queries.ts'

/** For this long after posting, authors correct their post without a trace. */
const SILENT_EDIT_MS = 5 * 60_000
/** Limits the storage that one post can take. */
const MAX_VERSIONS = 100

interface Text {
  title: string | null
  content: string
}

interface Edit {
  type: queries.PostType
  id: number
  postedAt: string
  /** Time of the last recorded edit; null if there was none. */
  editedAt: string | null
  before: Text
  after: Text
  by: PostEditor
}

/**
 * Records an edit, and with the first one also the original. Edits by the author within five minutes of posting are not recorded, unless a
 * moderator has edited the post before. Call it in the transaction of the edit, with the topic locked.
 * @returns the new time of the last edit
 * @throws AppError 409 `post.edit_limit` if the author has edited the post too often
 */
export async function recordVersion(
  ctx: Pick<Context, 'db'>,
  { type, id, postedAt, editedAt, before, after, by }: Edit,
): Promise<string | null> {
  const now = new Date()
  if (by === 'author' && editedAt === null && now.getTime() - Date.parse(postedAt) < SILENT_EDIT_MS) return null
  if (by === 'author' && editedAt !== null && (await queries.countVersions(ctx, type, id)) >= MAX_VERSIONS)
    throw conflict('post.edit_limit', 'This has been edited too often. Post a new reply instead.')
  const subject = { subject_type: type, subject_id: id }
  const original = { ...subject, ...before, edited_by: 'author' as const, created_at: postedAt }
  const current = { ...subject, ...after, edited_by: by, created_at: now.toISOString() }
  await queries.insertVersions(ctx, editedAt === null ? [original, current] : [current])
  return current.created_at
}

/** Lists the versions of a visible post. A post without recorded edits has one version. */
export async function listHistory(
  ctx: Context,
  type: queries.PostType,
  post: { id: number; title?: string; content: string; createdAt: string },
  paging: Paging,
): Promise<ListResult<PostVersion>> {
  const recorded = await queries.listVersions(ctx, type, post.id, paging)
  if (recorded.total > 0) return recorded
  const { title = null, content, createdAt } = post
  return { items: paging.page === 1 ? [{ createdAt, title, content, by: 'author' }] : [], total: 1 }
}
