/** Inserts categories, experts, articles and products from the content folder. */
import { currentDay } from '#features/figures/figure-day.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { resolveReferenceText } from '#features/figures/texts/figure-text.policy.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { foldText } from '#db/search/search-index.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { saveProductSpecs } from '#features/products/specifications/spec.service.ts'
import { toPriceColumns } from '#features/products/prices/price.policy.ts'
import type { Currency } from '#features/sites/currency.policy.ts'
import type { ContentFiles } from './content.files.ts'

/** If there is a byline, it replaces the experts as the author of all articles. */
export type CatalogueContent = ContentFiles & { byline?: string }

interface CatalogueOptions {
  isDemo: boolean
  now: Date
  /** The site's currency, in which prices are parsed. */
  currency: Currency
}

export async function insertCatalogue(
  db: SiteDatabase,
  content: CatalogueContent,
  { isDemo, now, currency }: CatalogueOptions,
): Promise<void> {
  const categoryIds = new Map(content.categories.map(({ slug, id }) => [slug, id]))
  const expertIds = new Map(content.experts.map(({ slug, id }) => [slug, id]))
  const idOf = (ids: Map<string, number>, slug: string, where: string): number => {
    const id = ids.get(slug)
    if (id === undefined) throw new Error(`${where} names "${slug}", which does not exist.`)
    return id
  }

  const referenceValues = createReferenceValues(readReferenceValueRows(), currentDay(now.getTime()))
  const printed = (text: string) => resolveReferenceText(text, referenceValues, { isPlain: true }).text
  const categories = content.categories.map(({ iconName, ...rest }) => ({ ...rest, icon_name: iconName, is_demo: false }))
  const experts = content.experts.map(({ avatar, ...expert }) => ({ ...expert, avatar_url: avatar, is_demo: isDemo }))
  const articles = content.articles.map((article) => ({
    slug: article.slug,
    title: article.title,
    category_id: idOf(categoryIds, article.category, article.slug),
    author_id: content.byline ? null : idOf(expertIds, article.author, article.slug),
    author_name: content.byline ?? null,
    published_at: article.publishedAt,
    rating: article.rating,
    featured_image: article.image,
    image_alt: content.alt[article.image] ?? null,
    is_demo: isDemo,
    summary: article.summary,
    content: article.content,
    checked_on: article.checkedOn ?? null,
    search_text: foldText(article.title, printed(article.summary), printed(article.content)),
  }))
  const expertArticles = content.expertArticles.map(({ slug, title, expert, publishedAt, content: text }) => ({
    expert_id: idOf(expertIds, expert, slug),
    title,
    published_at: publishedAt,
    content: text,
    is_demo: isDemo,
  }))
  const products = content.products.map((product, index) => ({
    slug: product.slug,
    name: product.name,
    name_key: foldText(product.name),
    category_id: idOf(categoryIds, product.category, product.slug),
    ...toPriceColumns(product.price, currency),
    image: product.image,
    image_alt: content.alt[product.image] ?? null,
    is_featured: product.isFeatured,
    created_at: isDemo ? addedAt(now, index) : now.toISOString(),
    is_demo: isDemo,
    description: product.description.trim(),
    features: product.features.trim(),
    technical_specs: product.technicalSpecs.trim(),
    search_text: foldText(product.name, printed(product.description)),
  }))
  // One statement per table, as each costs a round trip on PostgreSQL.
  await db.insertInto('categories').values(categories).execute()
  if (experts.length) await db.insertInto('experts').values(experts).execute()
  if (articles.length) await db.insertInto('articles').values(articles).execute()
  if (expertArticles.length) await db.insertInto('expert_articles').values(expertArticles).execute()
  if (products.length === 0) return
  const inserted = await db.insertInto('products').values(products).returning('id').execute()
  for (const { id } of inserted) await saveProductSpecs({ db, site: { settings: { currency } } }, id)
}

/** Demo products are created five days apart, all before the oldest review (420 days ago). */
const addedAt = (now: Date, index: number) => new Date(now.getTime() - (425 + index * 5) * 86_400_000).toISOString()
