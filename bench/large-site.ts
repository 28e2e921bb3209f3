import { foldText } from '#db/search/search-index.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { toPriceColumns } from '#features/products/prices/price.policy.ts'

const FEATURED = 30

export interface Sizes {
  articles: number
  products: number
  topics: number
  /** Spread randomly over the topics. Default: none. */
  replies?: number
  reviews: number
  users: number
  enquiries: number
  /** Words in an article. */
  words: number
}
export const PUBLIC_SIZES: Sizes = {
  articles: 20_000,
  products: 20_000,
  topics: 100_000,
  reviews: 200_000,
  users: 5_000,
  enquiries: 0,
  words: 300,
}
/** Every list of the back-office has 100,000 rows. Articles are short, to fill the site faster. */
export const OFFICE_SIZES: Sizes = {
  articles: 100_000,
  products: 100_000,
  topics: 100_000,
  reviews: 0,
  users: 100_000,
  enquiries: 100_000,
  words: 40,
}
const STATUSES = ['new', 'contacted', 'completed', 'cancelled']
const BATCH = 200
const WORDS =
  'solar panel battery heat pump charger tariff export import winter summer range roof inverter cylinder radiator insulation loft draught meter kilowatt hour cable socket installer quote warranty noise flow return boiler grid carbon saving price month year morning evening cheap rate self use storage peak weather north south east west shade gutter slate tile brick wall floor window door garden street car van bike'.split(
    ' ',
  )

/** Seeded generator (LCG), so that the rows are the same each time. */
function random(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** Inserts generated rows into an empty site. */
export async function fillLargeSite(db: SiteDatabase, sizes: Sizes): Promise<void> {
  const next = random(7)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T
  const text = (words: number) => Array.from({ length: words }, () => pick(WORDS)).join(' ')
  const day = (maxDays: number) => new Date(Date.UTC(2026, 9, 1) - Math.floor(next() * maxDays * 86_400_000)).toISOString()
  const category = () => 1 + Math.floor(next() * 6)

  await fill(
    sizes.users,
    (at) => ({
      username: `bench_${at}`,
      username_key: `bench_${at}`,
      display_name: `Member ${at}`,
      email: `bench_${at}@example.org`,
      reputation_points: Math.floor(next() * 2000),
      member_since: day(900),
      last_active: next() < 0.2 ? null : day(900),
      search_text: foldText(`bench_${at}`, `bench_${at}@example.org`, `Member ${at}`),
    }),
    (rows) => db.insertInto('users').values(rows).execute(),
  )
  await fill(
    sizes.articles,
    (at) => {
      const [title, summary, content] = [`${text(6)} ${at}`, text(18), `${text(sizes.words)} needle${at}`]
      return {
        slug: `bench-${at}`,
        title,
        summary,
        content,
        category_id: category(),
        rating: Math.floor(next() * 6),
        published_at: day(900),
        author_name: 'Bench',
        search_text: foldText(title, summary, content),
      }
    },
    (rows) => db.insertInto('articles').values(rows).execute(),
  )
  const categoryOf: number[] = []
  await fill(
    sizes.products,
    (at) => {
      const [name, description, reviews] = [`${text(3)} ${at}`, text(60), Math.floor(next() * 20)]
      const sum = Math.floor(reviews * (2 + next() * 3))
      const price = next() < 0.05 ? null : `£${Math.floor(next() * 20_000)}`
      const category_id = category()
      categoryOf.push(category_id)
      return {
        slug: `bench-${at}`,
        name,
        name_key: foldText(name),
        description,
        category_id,
        // Specs are inserted below; a high version prevents the parser job from processing the products.
        figures_version: 1_000_000,
        ...toPriceColumns(price),
        created_at: day(900),
        rating_sum: sum,
        review_count: reviews,
        average_rating: reviews ? sum / reviews : 0,
        // At least as many as the home page shows, so that the page is equally long on every site.
        is_featured: next() < 0.01 || at < FEATURED,
        search_text: foldText(name, description),
      }
    },
    (rows) => db.insertInto('products').values(rows).execute(),
  )
  await fill(
    sizes.topics,
    () => {
      const [title, content, created] = [text(8), text(50), day(900)]
      return {
        title,
        content,
        category_id: category(),
        user_id: 1 + Math.floor(next() * sizes.users),
        created_at: created,
        active_at: created,
        views: Math.floor(next() * 5000),
        reply_count: Math.floor(next() * 14),
        search_text: foldText(title, content),
      }
    },
    (rows) => db.insertInto('topics').values(rows).execute(),
  )
  const { firstTopicId } = await db
    .selectFrom('topics')
    .select((eb) => eb.fn.min('id').as('firstTopicId'))
    .executeTakeFirstOrThrow()
  await fill(
    sizes.replies ?? 0,
    () => ({
      topic_id: Number(firstTopicId) + Math.floor(next() * sizes.topics),
      content: text(30),
      user_id: 1 + Math.floor(next() * sizes.users),
      created_at: day(900),
    }),
    (rows) => db.insertInto('replies').values(rows).execute(),
  )
  const { firstProductId } = await db
    .selectFrom('products')
    .select((eb) => eb.fn.min('id').as('firstProductId'))
    .executeTakeFirstOrThrow()
  const nextSpec = random(11)
  for (const key of ['range', 'usable_battery', 'boot', 'warranty', 'dc_charging', 'price'])
    await fill(
      sizes.products,
      (at) => ({ product_id: Number(firstProductId) + at, category_id: categoryOf[at] ?? 1, key, number: Math.floor(nextSpec() * 500) }),
      (rows) => db.insertInto('product_figures').values(rows).execute(),
    )
  await fill(
    sizes.reviews,
    () => ({
      product_id: Number(firstProductId) + Math.floor(next() * sizes.products),
      user_id: 1 + Math.floor(next() * sizes.users),
      rating: 1 + Math.floor(next() * 5),
      title: text(4),
      content: text(30),
      created_at: day(900),
    }),
    (rows) => db.insertInto('reviews').values(rows).execute(),
  )

  await fill(
    sizes.enquiries,
    (at) => {
      const [name, email, product, status] = [text(2), `customer_${at}@example.org`, `${text(3)} ${at}`, pick(STATUSES)]
      return {
        name,
        email,
        phone: '01632 960000',
        address: text(5),
        notes: text(20),
        product_name: product,
        product_price: '£POA',
        status,
        created_at: day(900),
        search_text: foldText(name, email, product, status),
      }
    },
    (rows) => db.insertInto('enquiries').values(rows).execute(),
  )

  async function fill<T>(count: number, make: (at: number) => T, insert: (rows: T[]) => Promise<unknown>): Promise<void> {
    for (let at = 0; at < count; at += BATCH)
      await insert(Array.from({ length: Math.min(BATCH, count - at) }, (_, inBatch) => make(at + inBatch)))
  }
}
