/** Finds the pages of bookmarks. What is hidden, deleted or switched off has none. */
import { pathTo } from '#features/pages/page-url.policy.ts'
import { replyPath } from '#features/pages/reply-path.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { toPlainText } from '#platform/markdown/plain-text.ts'
import { truncateAtWord } from '#wording/cut-text.ts'
import type { BookmarkKind } from './bookmark-limits.policy.ts'
import type { Bookmark } from './bookmark.contract.ts'
import * as queries from './bookmark.queries.ts'

const EXCERPT_LENGTH = 160
type Subject = NonNullable<Bookmark['subject']>
type FoundSubject = Subject & { id: number }

const toExcerpt = (markdown: string): string => truncateAtWord(toPlainText(markdown, EXCERPT_LENGTH), EXCERPT_LENGTH)

const FINDERS: Record<BookmarkKind, (ctx: Context, ids: number[]) => Promise<FoundSubject[]>> = {
  topic: async (ctx, ids) =>
    (await queries.listVisibleTopics(ctx, ids)).map(({ id, title, content, isDemo }) => ({
      id,
      title,
      path: pathTo('/forum/:id', { id }),
      excerpt: toExcerpt(content),
      isDemo: Boolean(isDemo),
    })),
  reply: async (ctx, ids) =>
    (await queries.listVisibleReplies(ctx, ids)).map(({ id, topicId, title, content, isDemo }) => ({
      id,
      title,
      path: replyPath(topicId, id),
      excerpt: toExcerpt(content),
      isDemo: Boolean(isDemo),
    })),
  article: async (ctx, ids) =>
    (await queries.listPublishedArticles(ctx, ids)).map(({ id, slug, title, summary, isDemo }) => ({
      id,
      title,
      path: pathTo('/articles/:slug', { slug }),
      excerpt: toExcerpt(summary ?? ''),
      isDemo: Boolean(isDemo),
    })),
  product: async (ctx, ids) =>
    (await queries.listProducts(ctx, ids)).map(({ id, slug, name, isDemo }) => ({
      id,
      title: name,
      path: pathTo('/products/:slug', { slug }),
      excerpt: '',
      isDemo: Boolean(isDemo),
    })),
}

const SWITCHES = { topic: 'forums', reply: 'forums', article: 'articles', product: 'products' } as const

/** Adds the subjects to bookmarks, with one query for each kind. */
export async function addSubjects(ctx: Context, rows: readonly queries.BookmarkRow[]): Promise<Bookmark[]> {
  const subjects = new Map<string, Subject>()
  for (const kind of new Set(rows.map((row) => row.kind))) {
    if (!ctx.site.settings.features[SWITCHES[kind]]) continue
    const ids = rows.flatMap((row) => (row.kind === kind ? row.id : []))
    for (const { id, ...subject } of await FINDERS[kind](ctx, ids)) subjects.set(`${kind} ${id}`, subject)
  }
  return rows.map((row) => ({ ...row, subject: subjects.get(`${row.kind} ${row.id}`) ?? null }))
}
