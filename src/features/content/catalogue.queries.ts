/** Writes categories, experts, articles and products from the content folder. */
import { foldText } from '#db/search-index.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { keepFigures } from '#features/products/figure.service.ts'
import { priceColumns } from '#features/products/price.policy.ts'
import type { Content } from './content.files.ts'

export async function insertCatalogue(db: SiteDatabase, content: Content, isDemo: boolean, now: Date): Promise<void> {
  const categoryIds = new Map(content.categories.map(({ slug, id }) => [slug, id]))
  const expertIds = new Map(content.experts.map(({ slug, id }) => [slug, id]))
  const idOf = (ids: Map<string, number>, slug: string, where: string): number => {
    const id = ids.get(slug)
    if (id === undefined) throw new Error(`${where} names "${slug}", which does not exist.`)
    return id
  }

  for (const { id, slug, name, description, iconName } of content.categories) {
    await db.insertInto('categories').values({ id, slug, name, description, icon_name: iconName, is_demo: false }).execute()
  }
  for (const { avatar, ...expert } of content.experts) {
    await db
      .insertInto('experts')
      .values({ ...expert, avatar_url: avatar, is_demo: isDemo })
      .execute()
  }
  for (const article of content.articles) {
    await db
      .insertInto('articles')
      .values({
        slug: article.slug,
        title: article.title,
        category_id: idOf(categoryIds, article.category, article.slug),
        author_id: idOf(expertIds, article.author, article.slug),
        published_at: article.publishedAt,
        rating: article.rating,
        featured_image: article.image,
        image_alt: content.alt[article.image] ?? null,
        is_demo: isDemo,
        summary: article.summary,
        content: article.content,
        checked_on: article.checkedOn ?? null,
        search_text: foldText(article.title, article.summary, article.content),
      })
      .execute()
  }
  for (const { slug, title, expert, publishedAt, content: text } of content.expertArticles) {
    await db
      .insertInto('expert_articles')
      .values({ expert_id: idOf(expertIds, expert, slug), title, published_at: publishedAt, content: text, is_demo: isDemo })
      .execute()
  }
  for (const [at, product] of content.products.entries()) {
    const { id } = await db
      .insertInto('products')
      .values({
        slug: product.slug,
        name: product.name,
        name_key: foldText(product.name),
        category_id: idOf(categoryIds, product.category, product.slug),
        ...priceColumns(product.price),
        image: product.image,
        image_alt: content.alt[product.image] ?? null,
        is_featured: product.isFeatured,
        created_at: isDemo ? addedAt(now, at) : now.toISOString(),
        is_demo: isDemo,
        description: product.description.trim(),
        features: product.features.trim(),
        technical_specs: product.technicalSpecs.trim(),
        search_text: foldText(product.name, product.description),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await keepFigures({ db }, id)
  }
}

/** Demo products came one after the other, not all at the first start. */
const addedAt = (now: Date, at: number) => new Date(now.getTime() - (11 + at * 17) * 86_400_000).toISOString()
