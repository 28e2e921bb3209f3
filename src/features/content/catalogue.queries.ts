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

/** Content to insert. If there is a byline, it replaces the experts as the author of all articles. */
export type CatalogueContent = ContentFiles & { byline?: string }

interface CatalogueOptions {
  isDemo: boolean
  /** Whether the products are marked as demo content; those of the starter content are, as they are invented too. */
  areProductsDemo: boolean
  now: Date
  /** The site's currency, in which the prices are parsed. */
  currency: Currency
}

export async function insertCatalogue(db: SiteDatabase, content: CatalogueContent, options: CatalogueOptions): Promise<void> {
  // Each table takes one statement, as every statement costs a round trip on PostgreSQL.
  const categories = content.categories.map(({ iconName, ...columns }) => ({ ...columns, icon_name: iconName, is_demo: false }))
  await db.insertInto('categories').values(categories).execute()
  await insertCatalogueItems(db, content, options)
}

/** Inserts experts, articles and products; the site has the categories. */
export async function insertCatalogueItems(
  db: SiteDatabase,
  content: CatalogueContent,
  { isDemo, areProductsDemo, now, currency }: CatalogueOptions,
): Promise<void> {
  const categoryIds = new Map(content.categories.map(({ slug, id }) => [slug, id]))
  const expertIds = new Map(content.experts.map(({ slug, id }) => [slug, id]))
  const getId = (ids: Map<string, number>, slug: string, source: string): number => {
    const id = ids.get(slug)
    if (id === undefined) throw new Error(`${source} names "${slug}", which does not exist.`)
    return id
  }

  const referenceValues = createReferenceValues(readReferenceValueRows(), currentDay(now.getTime()))
  const resolveText = (text: string) => resolveReferenceText(text, referenceValues, { isPlain: true }).text
  const experts = content.experts.map(({ avatar, ...expert }) => ({ ...expert, avatar_url: avatar, is_demo: isDemo }))
  const articles = content.articles.map((article) => ({
    slug: article.slug,
    title: article.title,
    category_id: getId(categoryIds, article.category, article.slug),
    author_id: content.byline ? null : getId(expertIds, article.author, article.slug),
    author_name: content.byline ?? null,
    published_at: article.publishedAt,
    rating: article.rating,
    featured_image: article.image,
    image_alt: content.alt[article.image] ?? null,
    is_demo: isDemo,
    summary: article.summary,
    content: article.content,
    checked_on: article.checkedOn ?? null,
    case_study: article.caseStudy ? JSON.stringify(article.caseStudy) : null,
    search_text: foldText(article.title, resolveText(article.summary), resolveText(article.content)),
  }))
  const expertArticles = content.expertArticles.map(({ slug, title, expert, publishedAt, content: text }) => ({
    expert_id: getId(expertIds, expert, slug),
    title,
    published_at: publishedAt,
    content: text,
    is_demo: isDemo,
  }))
  const products = content.products.map((product, index) => ({
    slug: product.slug,
    name: product.name,
    name_key: foldText(product.name),
    category_id: getId(categoryIds, product.category, product.slug),
    ...toPriceColumns(product.price, currency),
    image: product.image,
    image_alt: content.alt[product.image] ?? null,
    is_featured: product.isFeatured,
    created_at: isDemo ? calculateCreatedAt(now, index) : now.toISOString(),
    is_demo: areProductsDemo,
    description: product.description.trim(),
    features: product.features.trim(),
    technical_specs: product.technicalSpecs.trim(),
    search_text: foldText(product.name, resolveText(product.description)),
  }))
  if (experts.length) await db.insertInto('experts').values(experts).execute()
  if (articles.length) await db.insertInto('articles').values(articles).execute()
  if (expertArticles.length) await db.insertInto('expert_articles').values(expertArticles).execute()
  if (products.length === 0) return
  const inserted = await db.insertInto('products').values(products).returning('id').execute()
  for (const { id } of inserted) await saveProductSpecs({ db, site: { settings: { currency } } }, id)
}

/** Returns the creation time of a demo product. They are five days apart, all before the oldest review (420 days ago). */
const calculateCreatedAt = (now: Date, index: number) => new Date(now.getTime() - (425 + index * 5) * 86_400_000).toISOString()
