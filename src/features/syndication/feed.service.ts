/** Builds feeds for the site, a category, a topic, the newsletter or the reference values. */
import { goneOrNotFound } from '#features/redirects/tombstone.service.ts'
import { listReferenceValueNews } from '#features/figures/uses/figure-news.service.ts'
import { withReferenceValues } from '#features/figures/figure.service.ts'
import { getCategory } from '#features/categories/category.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { Id } from '#platform/contract/endpoint.ts'
import { notFound } from '#platform/contract/errors.ts'
import { renderMarkdown, type Author } from '#platform/markdown/markdown.ts'
import { toPlainText } from '#platform/markdown/plain-text.ts'
import { truncateText } from '#wording/cut-text.ts'
import type { FeedSubject } from './feed.client.ts'
import { composeIssue, type IssueText } from '#features/newsletter/issues/issue.policy.ts'
import * as queries from './feed.queries.ts'
import { toAbsoluteLinks } from './absolute-links.ts'
import { replyPath } from '#features/pages/reply-path.policy.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import { escapeXml } from './xml.ts'

export interface FeedItem {
  /** Permanent id (RFC 4151), independent of the URL. */
  id: string
  url: string
  title: string
  html: string
  summary: string
  author: string
  publishedAt: string
  updatedAt: string
  image: string | undefined
  category: string | undefined
}

export interface Feed {
  id: string
  subject: FeedSubject
  title: string
  description: string
  /** URL of the page that the feed belongs to. */
  page: string
  origin: string
  siteName: string
  language: string
  updatedAt: string
  items: FeedItem[]
}

const MAX_ITEMS = 30
const MAX_SUMMARY_LENGTH = 280
/** Update time of an empty feed. */
const EPOCH = new Date(0).toISOString()

/**
 * Builds a feed.
 * @param subject unvalidated values from the URL
 * @throws AppError 404 for unknown or disabled subjects, 410 for a deleted topic
 */
export async function buildFeed(
  ctx: Context,
  origin: string,
  subject: { category?: string; topic?: string; newsletter?: true; figures?: true },
): Promise<Feed> {
  if (subject.category !== undefined) return buildCategoryFeed(ctx, origin, subject.category)
  if (subject.topic !== undefined) return buildTopicFeed(ctx, origin, subject.topic)
  if (subject.newsletter) return buildNewsletterFeed(ctx, origin)
  if (subject.figures) return buildReferenceValuesFeed(ctx, origin)
  return buildSiteFeed(ctx, origin)
}

/** Returns the Last-Modified time of a feed, including removals; a topic's own change time covers removed replies. */
export async function findLastChange(ctx: Context, { updatedAt, subject }: Feed): Promise<string> {
  if (subject.newsletter || subject.figures || subject.topic !== undefined) return updatedAt
  const removals = await Promise.all([
    queries.findLastDeletion(ctx),
    queries.findLastUnpublication(ctx),
    subject.category !== undefined || !hasContentFeatures(ctx) ? queries.findLastHiding(ctx) : null,
  ])
  return removals.reduce<string>((latest, time) => (time !== null && time > latest ? time : latest), updatedAt)
}

const hasContentFeatures = ({ site }: Context): boolean => {
  const { articles, expertAdvice, products } = site.settings.features
  return articles || expertAdvice || products
}

/** Builds a feed of the site's articles, expert articles and products; of its topics if those features are off. */
async function buildSiteFeed(ctx: Context, origin: string): Promise<Feed> {
  const { features, name, tagline, description } = ctx.site.settings
  const items = await Promise.all([
    features.articles && listArticles(ctx, origin),
    features.expertAdvice && listExpertArticles(ctx, origin),
    features.products && listProducts(ctx, origin),
    features.forums && !hasContentFeatures(ctx) && listTopics(ctx, origin),
  ])
  const properties = { title: `${name} ${tagline}`.trim(), description, page: origin + pathTo('/') }
  return assembleFeed(ctx, origin, {}, 'site', properties, items)
}

async function buildCategoryFeed(ctx: Context, origin: string, slug: string): Promise<Feed> {
  const { features, name } = ctx.site.settings
  // The URL is not validated by a contract, and PostgreSQL rejects NUL.
  if (slug.includes('\0')) throw notFound('category')
  const category = await getCategory(ctx, slug)
  if (category.slug !== slug) throw notFound('category')
  const items = await Promise.all([
    features.articles && listArticles(ctx, origin, category.id),
    features.products && listProducts(ctx, origin, category.id),
    features.forums && listTopics(ctx, origin, category.id),
  ])
  const properties = {
    title: `${category.name} | ${name}`,
    description: category.description,
    page: origin + pathTo('/category/:slug', { slug }),
  }
  return assembleFeed(ctx, origin, { category: slug }, `category/${category.id}`, properties, items)
}

async function buildNewsletterFeed(ctx: Context, origin: string): Promise<Feed> {
  const { name } = ctx.site.settings
  const items = await Promise.all(
    (await queries.listFeedIssues(ctx, MAX_ITEMS)).map(async ({ id, title, intro, entries, publishedAt }) => {
      const content = composeIssue({ intro, entries: JSON.parse(entries) as IssueText['entries'] })
      const row = { ...BARE_ROW, id, title, content, author: name, publishedAt }
      const url = origin + pathTo('/newsletter/:id', { id })
      return toItem(origin, `newsletter/${id}`, url, row, await renderMarkdown(ctx, content, 'site'))
    }),
  )
  const properties = { title: `Newsletter | ${name}`, description: '', page: origin + pathTo('/newsletter') }
  return assembleFeed(ctx, origin, { newsletter: true }, 'newsletter', properties, [items])
}

async function buildReferenceValuesFeed(ctx: Context, origin: string): Promise<Feed> {
  const { name } = ctx.site.settings
  const items = (await listReferenceValueNews(ctx, MAX_ITEMS)).map(({ id, key, title, text, at }) => {
    const row = { ...BARE_ROW, id, title, content: text, author: name, publishedAt: at }
    return toItem(origin, `figure/${id}`, origin + pathTo('/today/:slug', { slug: key }), row, toParagraphs(text))
  })
  const properties = { title: `Prices and rules today | ${name}`, description: '', page: origin + pathTo('/today') }
  return assembleFeed(ctx, origin, { figures: true }, 'figures', properties, [items])
}

const BARE_ROW = { slug: '', summary: null, image: null, category: null, changedAt: null }

async function buildTopicFeed(ctx: Context, origin: string, topicId: string): Promise<Feed> {
  const { features, name } = ctx.site.settings
  const id = Id.safeParse(topicId)
  if (!features.forums || !id.success) throw notFound('page')
  const topic = await queries.findFeedTopic(ctx, id.data)
  if (!topic) throw await goneOrNotFound(ctx, 'topic', String(id.data))
  const rows = await queries.listFeedReplies(ctx, topic.id, MAX_ITEMS)
  const replies = await renderItems(ctx, rows, 'user', (row, html) => {
    const url = origin + replyPath(topic.id, row.id)
    return toItem(origin, `reply/${row.id}`, url, { ...row, title: `${row.author ?? UNKNOWN_AUTHOR} replied: ${topic.title}` }, html)
  })
  const properties = {
    title: `${topic.title} | ${name}`,
    description: makeSnippet(topic.content),
    page: origin + pathTo('/forum/:id', { id: topic.id }),
  }
  return assembleFeed(ctx, origin, { topic: topic.id }, `topic/${topic.id}/replies`, properties, [
    replies,
    await renderTopics(ctx, origin, [topic]),
  ])
}

type EnabledItems = FeedItem[] | false

function assembleFeed(
  { site }: Context,
  origin: string,
  subject: FeedSubject,
  id: string,
  properties: Pick<Feed, 'title' | 'description' | 'page'>,
  lists: EnabledItems[],
): Feed {
  const { name, language } = site.settings
  const allItems = lists.flatMap((list) => list || [])
  const items = allItems
    .toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : a.publishedAt > b.publishedAt ? -1 : 0))
    .slice(0, MAX_ITEMS)
  const updatedAt = items.reduce((latest, item) => (item.updatedAt > latest ? item.updatedAt : latest), EPOCH)
  return { id: makeTagUri(origin, id), subject, ...properties, origin, siteName: name, language, updatedAt, items }
}

const listArticles = async (ctx: Context, origin: string, categoryId?: number): Promise<FeedItem[]> =>
  renderItems(ctx, await queries.listFeedArticles(ctx, MAX_ITEMS, categoryId), 'site', (row, html) =>
    toItem(origin, `article/${row.id}`, origin + pathTo('/articles/:slug', { slug: row.slug }), row, html),
  )

const listExpertArticles = async (ctx: Context, origin: string): Promise<FeedItem[]> =>
  renderItems(ctx, await queries.listFeedExpertArticles(ctx, MAX_ITEMS), 'site', (row, html) =>
    toItem(origin, `expert-article/${row.id}`, origin + pathTo('/articles/expert/:id', { id: row.id }), row, html),
  )

const listProducts = async (ctx: Context, origin: string, categoryId?: number): Promise<FeedItem[]> =>
  Promise.all(
    (await queries.listFeedProducts(ctx, MAX_ITEMS, categoryId)).map(async (row) => {
      const content = await withReferenceValues(ctx, row.content, true)
      return toItem(
        origin,
        `product/${row.id}`,
        origin + pathTo('/products/:slug', { slug: row.slug }),
        { ...row, content, author: ctx.site.settings.name },
        toParagraphs(content),
      )
    }),
  )

const listTopics = async (ctx: Context, origin: string, categoryId?: number): Promise<FeedItem[]> =>
  renderTopics(ctx, origin, await queries.listFeedTopics(ctx, MAX_ITEMS, categoryId))

const renderTopics = (ctx: Context, origin: string, rows: queries.FeedRow[]): Promise<FeedItem[]> =>
  renderItems(ctx, rows, 'user', (row, html) => toItem(origin, `topic/${row.id}`, origin + pathTo('/forum/:id', { id: row.id }), row, html))

const renderItems = <Row extends { content: string }>(
  ctx: Context,
  rows: Row[],
  author: Author,
  makeItem: (row: Row, html: string, index: number) => FeedItem,
): Promise<FeedItem[]> =>
  Promise.all(
    rows.map(async (original, index) => {
      const row = author === 'site' ? await resolveReferenceValues(ctx, original) : original
      return makeItem(row, await renderMarkdown(ctx, row.content, author), index)
    }),
  )

/** Resolves reference values in content and summary. */
const resolveReferenceValues = async <Row extends { content: string }>(
  ctx: Context,
  row: Row & { summary?: string | null },
): Promise<Row> => ({
  ...row,
  content: await withReferenceValues(ctx, row.content),
  ...(row.summary ? { summary: await withReferenceValues(ctx, row.summary, true) } : {}),
})

const UNKNOWN_AUTHOR = 'Unknown Author'

function toItem(origin: string, id: string, url: string, row: queries.FeedRow, html: string): FeedItem {
  const { publishedAt, changedAt, image } = row
  return {
    id: makeTagUri(origin, id),
    url,
    title: row.isDemo ? `Demo: ${row.title}` : row.title,
    html: toAbsoluteLinks(html, url),
    summary: row.summary || makeSnippet(row.content),
    author: `${row.author || UNKNOWN_AUTHOR}${row.isAuthorDemo ? ' (demo)' : ''}`,
    publishedAt,
    updatedAt: changedAt !== null && changedAt > publishedAt ? changedAt : publishedAt,
    // The image is user input and not necessarily a valid URL.
    image: image ? URL.parse(image, origin)?.href : undefined,
    category: row.category ?? undefined,
  }
}

/** Returns a tag URI (RFC 4151), which stays the same when the URL changes. */
const makeTagUri = (origin: string, id: string): string => `tag:${new URL(origin).hostname},2026:${id}`

const makeSnippet = (content: string): string => truncateText(toPlainText(content, MAX_SUMMARY_LENGTH), MAX_SUMMARY_LENGTH)

const toParagraphs = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .filter((part) => part.trim())
    .map((part) => `<p>${escapeXml(part.trim())}</p>`)
    .join('\n')
