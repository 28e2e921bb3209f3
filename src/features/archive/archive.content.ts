/** Generates the human-readable part of an archive, in the formats of the project's content folder. */
import { stringify } from 'yaml'
import type { SiteDatabase } from '#db/tables.ts'
import { toSlug } from '#platform/text/slug.client.ts'
import type { TableName } from './archive-tables.ts'
import type { ArchiveRow } from './archive.format.ts'
import { streamRows } from './archive.queries.ts'

type Names = Map<unknown, unknown>
const toYaml = (value: unknown) => stringify(value, { lineWidth: 0 })

export interface ContentFile {
  path: string
  text(): AsyncIterable<string>
}

/** Yields the content files; their texts are generated lazily. */
export async function* streamContentFiles(db: SiteDatabase): AsyncGenerator<ContentFile> {
  const loadNames = async (table: 'categories' | 'users' | 'experts' | 'products' | 'badges', column: string): Promise<Names> => {
    const namesById: Names = new Map()
    for await (const row of streamRows(db, table, ['id'])) namesById.set(row['id'], row[column])
    return namesById
  }
  const categories = await loadNames('categories', 'slug')
  const experts = await loadNames('experts', 'slug')
  const users = await loadNames('users', 'username')
  const products = await loadNames('products', 'slug')
  const badges = await loadNames('badges', 'name')
  const makeListFile = (path: string, table: TableName, toEntry: (row: ArchiveRow) => unknown): ContentFile => ({
    path,
    async *text() {
      let isEmpty = true
      for await (const row of streamRows(db, table, ['id'])) {
        isEmpty = false
        yield toYaml([await toEntry(row)])
      }
      if (isEmpty) yield '[]\n'
    },
  })

  yield makeListFile('categories.yaml', 'categories', (r) => ({
    id: r['id'],
    slug: r['slug'],
    name: r['name'],
    description: r['description'],
    iconName: r['icon_name'],
  }))
  yield makeListFile('experts.yaml', 'experts', (r) => ({
    id: r['id'],
    slug: r['slug'],
    name: r['name'],
    title: r['title'],
    interest: r['interest'],
    bio: r['bio'],
    avatar: r['avatar_url'],
  }))
  yield makeListFile('badges.yaml', 'badges', (r) => ({ id: r['id'], name: r['name'], level: r['level'] }))
  yield makeListFile('users.yaml', 'users', async (r) => ({
    id: r['id'],
    username: r['username'],
    displayName: r['display_name'],
    email: r['email'],
    isAdmin: r['is_admin'],
    joined: r['member_since'],
    lastActive: r['last_active'],
    points: r['reputation_points'],
    badges: (await db.selectFrom('user_badges').select('badge_id').where('user_id', '=', Number(r['id'])).execute()).map((b) =>
      badges.get(b.badge_id),
    ),
  }))
  yield makeListFile('topics.yaml', 'topics', async (r) => ({
    title: r['title'],
    category: categories.get(r['category_id']),
    author: users.get(r['user_id']),
    createdAt: r['created_at'],
    views: r['views'],
    status: r['status'],
    content: r['content'],
    replies: (await db.selectFrom('replies').selectAll().where('topic_id', '=', Number(r['id'])).orderBy('id').execute()).map((reply) => ({
      author: users.get(reply.user_id),
      createdAt: reply.created_at,
      status: reply.status,
      content: reply.content,
    })),
  }))
  yield makeListFile('reviews.yaml', 'reviews', (r) => ({
    product: products.get(r['product_id']),
    author: users.get(r['user_id']),
    rating: r['rating'],
    title: r['title'],
    content: r['content'],
    createdAt: r['created_at'],
    verified: r['is_verified'],
  }))
  yield makeListFile('enquiries.yaml', 'enquiries', (r) => ({
    name: r['name'],
    email: r['email'],
    phone: r['phone'],
    address: r['address'],
    product: products.get(r['product_id']) ?? r['product_name'],
    notes: r['notes'],
    status: r['status'],
    createdAt: r['created_at'],
  }))
  for (const { id, slug } of await db.selectFrom('articles').select(['id', 'slug']).orderBy('id').execute())
    yield {
      path: `articles/${slug}.md`,
      async *text() {
        const article = await db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        const frontMatter = {
          title: article.title,
          summary: article.summary,
          category: categories.get(article.category_id),
          author: experts.get(article.author_id) ?? article.author_name,
          publishedAt: article.published_at,
          checkedOn: article.checked_on,
          status: article.status,
          rating: article.rating,
          image: article.featured_image,
          imageAlt: article.image_alt,
          ...(article.case_study === null ? {} : { caseStudy: JSON.parse(article.case_study) as object }),
        }
        yield `---\n${toYaml(frontMatter)}---\n\n${article.content}\n`
      },
    }
  for (const { id, title } of await db.selectFrom('expert_articles').select(['id', 'title']).orderBy('id').execute())
    yield {
      // The id keeps the path unique, as titles are not.
      path: `expert-articles/${toSlug(title) || 'article'}-${id}.md`,
      async *text() {
        const article = await db.selectFrom('expert_articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        yield `---\n${toYaml({ title: article.title, expert: experts.get(article.expert_id), publishedAt: article.published_at })}---\n\n${article.content}\n`
      },
    }
  for (const { id, slug } of await db.selectFrom('products').select(['id', 'slug']).orderBy('id').execute())
    yield {
      path: `products/${slug}.yaml`,
      async *text() {
        const product = await db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        yield toYaml({
          name: product.name,
          category: categories.get(product.category_id),
          price: product.price,
          image: product.image,
          imageAlt: product.image_alt,
          isFeatured: product.is_featured,
          description: product.description,
          features: product.features,
          technicalSpecs: product.technical_specs,
        })
      },
    }
}
