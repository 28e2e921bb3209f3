/** The human-readable part of an archive: the same formats as in the project's content folder. */
import { stringify } from 'yaml'
import type { SiteDatabase } from '#db/tables.ts'
import { toSlug } from '#platform/text/slug.client.ts'
import type { TableName } from './archive-tables.ts'
import type { ArchiveRow } from './archive.format.ts'
import { streamRows } from './archive.queries.ts'

type Names = Map<unknown, unknown>
const yaml = (value: unknown) => stringify(value, { lineWidth: 0 })

export interface ContentFile {
  path: string
  text(): AsyncIterable<string>
}

/** Yields the content files; their texts are generated lazily. */
export async function* contentFiles(db: SiteDatabase): AsyncGenerator<ContentFile> {
  const names = async (table: 'categories' | 'users' | 'experts' | 'products' | 'badges', column: string): Promise<Names> => {
    const found: Names = new Map()
    for await (const row of streamRows(db, table, ['id'])) found.set(row['id'], row[column])
    return found
  }
  const categories = await names('categories', 'slug')
  const experts = await names('experts', 'slug')
  const users = await names('users', 'username')
  const products = await names('products', 'slug')
  const badges = await names('badges', 'name')
  const list = (path: string, table: TableName, shape: (row: ArchiveRow) => unknown): ContentFile => ({
    path,
    async *text() {
      let isEmpty = true
      for await (const row of streamRows(db, table, ['id'])) {
        isEmpty = false
        yield yaml([await shape(row)])
      }
      if (isEmpty) yield '[]\n'
    },
  })

  yield list('categories.yaml', 'categories', (r) => ({
    id: r['id'],
    slug: r['slug'],
    name: r['name'],
    description: r['description'],
    iconName: r['icon_name'],
  }))
  yield list('experts.yaml', 'experts', (r) => ({
    id: r['id'],
    slug: r['slug'],
    name: r['name'],
    title: r['title'],
    interest: r['interest'],
    bio: r['bio'],
    avatar: r['avatar_url'],
  }))
  yield list('badges.yaml', 'badges', (r) => ({ id: r['id'], name: r['name'], level: r['level'] }))
  yield list('users.yaml', 'users', async (r) => ({
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
  yield list('topics.yaml', 'topics', async (r) => ({
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
  yield list('reviews.yaml', 'reviews', (r) => ({
    product: products.get(r['product_id']),
    author: users.get(r['user_id']),
    rating: r['rating'],
    title: r['title'],
    content: r['content'],
    createdAt: r['created_at'],
    verified: r['is_verified'],
  }))
  yield list('enquiries.yaml', 'enquiries', (r) => ({
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
        const a = await db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        const front = {
          title: a.title,
          summary: a.summary,
          category: categories.get(a.category_id),
          author: experts.get(a.author_id) ?? a.author_name,
          publishedAt: a.published_at,
          checkedOn: a.checked_on,
          status: a.status,
          rating: a.rating,
          image: a.featured_image,
          imageAlt: a.image_alt,
        }
        yield `---\n${yaml(front)}---\n\n${a.content}\n`
      },
    }
  for (const { id, title } of await db.selectFrom('expert_articles').select(['id', 'title']).orderBy('id').execute())
    yield {
      // Titles are not unique.
      path: `expert-articles/${toSlug(title) || 'article'}-${id}.md`,
      async *text() {
        const a = await db.selectFrom('expert_articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        yield `---\n${yaml({ title: a.title, expert: experts.get(a.expert_id), publishedAt: a.published_at })}---\n\n${a.content}\n`
      },
    }
  for (const { id, slug } of await db.selectFrom('products').select(['id', 'slug']).orderBy('id').execute())
    yield {
      path: `products/${slug}.yaml`,
      async *text() {
        const p = await db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        yield yaml({
          name: p.name,
          category: categories.get(p.category_id),
          price: p.price,
          image: p.image,
          imageAlt: p.image_alt,
          isFeatured: p.is_featured,
          description: p.description,
          features: p.features,
          technicalSpecs: p.technical_specs,
        })
      },
    }
}
