/** Collects the entries of a new issue from the activity since the previous one. */
import { withReferenceValues } from '#features/figures/figure.service.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { toPlainText } from '#platform/markdown/plain-text.ts'
import { limitText, truncateText } from '#wording/cut-text.ts'
import * as queries from './activity.queries.ts'
import type { IssueEntry } from '#features/newsletter/issues/issue.contract.ts'
import { escapeMarkdown } from '#features/newsletter/issues/issue.policy.ts'
import { findLastStart } from '#features/newsletter/issues/issue.queries.ts'

/** Look-back period for the first issue. */
const DEFAULT_LOOKBACK_DAYS = 30
const DAY_MS = 86_400_000
const MAX_ENTRIES = { articles: 5, answers: 3, reviews: 3, products: 4 }
const MAX_CHANGES = 200
const MAX_SNIPPET_LENGTH = 220

/** Returns new articles, the most useful replies, the best new reviews, and products that are new or have a new price. */
export async function listActivity(ctx: Context, now = Date.now()): Promise<IssueEntry[]> {
  const since = (await findLastStart(ctx)) ?? new Date(now - DEFAULT_LOOKBACK_DAYS * DAY_MS).toISOString()
  const { articles, forums, products } = ctx.site.settings.features
  const lists = await Promise.all([
    articles ? listArticles(ctx, since, new Date(now).toISOString()) : [],
    forums ? listAnswers(ctx, since) : [],
    products ? listReviews(ctx, since) : [],
    products ? listProducts(ctx, since) : [],
  ])
  return lists.flat()
}

/** Returns the beginning of a text. Reference values are resolved before truncating, which could otherwise cut a placeholder. */
const createSnippet = async (ctx: Context, text: string): Promise<string> =>
  escapeMarkdown(truncateText(toPlainText(await withReferenceValues(ctx, text, true), MAX_SNIPPET_LENGTH), MAX_SNIPPET_LENGTH))
const toEntryTitle = (title: string): string => limitText(title, 200)

const listArticles = async (ctx: Context, since: string, now: string): Promise<IssueEntry[]> =>
  Promise.all(
    (await queries.listNewArticles(ctx, since, now, MAX_ENTRIES.articles)).map(async ({ slug, title, summary, content }) => ({
      kind: 'article' as const,
      title: toEntryTitle(title),
      text: await createSnippet(ctx, summary || content),
      path: pathTo('/articles/:slug', { slug }),
    })),
  )

const listAnswers = async (ctx: Context, since: string): Promise<IssueEntry[]> =>
  Promise.all(
    pickOnePerTopic(await queries.listUsefulAnswers(ctx, since, MAX_ENTRIES.answers * 4)).map(async ({ topicId, title, content }) => ({
      kind: 'answer' as const,
      title: toEntryTitle(title),
      text: await createSnippet(ctx, content),
      path: pathTo('/forum/:id', { id: topicId }),
    })),
  )

/** Keeps only the first and so most useful reply of each topic. */
const pickOnePerTopic = <A extends { topicId: number }>(answers: A[]): A[] =>
  answers.filter(({ topicId }, index) => answers.findIndex((answer) => answer.topicId === topicId) === index).slice(0, MAX_ENTRIES.answers)

const listReviews = async (ctx: Context, since: string): Promise<IssueEntry[]> =>
  Promise.all(
    (await queries.listBestReviews(ctx, since, MAX_ENTRIES.reviews)).map(async ({ slug, name, title, content, rating }) => ({
      kind: 'review' as const,
      title: toEntryTitle(`${name}: ${title}`),
      text: `${rating} of 5. ${await createSnippet(ctx, content)}`,
      path: pathTo('/products/:slug', { slug }, { tab: 'reviews' }),
    })),
  )

async function listProducts(ctx: Context, since: string): Promise<IssueEntry[]> {
  const changes = new Map<string, { name: string; oldPrice: string | null; newPrice: string | null }>()
  // Changes are sorted by time, so the first one of a product has its old price.
  for (const { slug, name, price, before } of await queries.listProductChanges(ctx, since, MAX_CHANGES))
    if (!changes.has(slug)) changes.set(slug, { name, oldPrice: readPrice(before), newPrice: price })
  const changedProducts = [...changes].filter(([, { oldPrice, newPrice }]) => oldPrice !== newPrice).slice(0, MAX_ENTRIES.products)
  const newProducts = await queries.listNewProducts(ctx, since, MAX_ENTRIES.products)
  return [
    ...(await Promise.all(
      newProducts.map(async ({ slug, name, price, description }) => ({
        kind: 'product' as const,
        title: toEntryTitle(name),
        text: `New in the catalogue${price ? `, ${escapeMarkdown(price)}` : ''}. ${await createSnippet(ctx, description)}`,
        path: pathTo('/products/:slug', { slug }),
      })),
    )),
    ...changedProducts.map(([slug, { name, oldPrice, newPrice }]) => ({
      kind: 'product' as const,
      title: toEntryTitle(name),
      text: `The price is now ${escapeMarkdown(newPrice ?? 'on request')}; it was ${escapeMarkdown(oldPrice ?? 'on request')}.`,
      path: pathTo('/products/:slug', { slug }),
    })),
  ]
}

const readPrice = (auditedJson: string | null): string | null => {
  const { price } = JSON.parse(auditedJson ?? '{}') as { price?: string | null }
  return price ?? null
}
