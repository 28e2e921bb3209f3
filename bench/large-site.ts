import { foldText } from '#db/search/search-index.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { toPriceColumns } from '#features/products/prices/price.policy.ts'

const MIN_FEATURED_PRODUCTS = 30

export interface Sizes {
  articles: number
  products: number
  topics: number
  /** Number of replies, distributed randomly over the topics; default: 0. */
  replies?: number
  reviews: number
  users: number
  enquiries: number
  /** Number of words in an article. */
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
/** Sizes with 100,000 rows in the lists of the back-office. Articles are short, to fill the site faster. */
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
const BATCH_SIZE = 200
const WORDS =
  'solar panel battery heat pump charger tariff export import winter summer range roof inverter cylinder radiator insulation loft draught meter kilowatt hour cable socket installer quote warranty noise flow return boiler grid carbon saving price month year morning evening cheap rate self use storage peak weather north south east west shade gutter slate tile brick wall floor window door garden street car van bike'.split(
    ' ',
  )

/** Returns a seeded random number generator (LCG), so that the rows are the same in each run. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** Inserts generated rows into an empty site. */
export async function fillLargeSite(db: SiteDatabase, sizes: Sizes): Promise<void> {
  const nextRandom = createRandom(7)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(nextRandom() * values.length)] as T
  const makeText = (words: number) => Array.from({ length: words }, () => pick(WORDS)).join(' ')
  const makeTime = (maxDays: number) => new Date(Date.UTC(2026, 9, 1) - Math.floor(nextRandom() * maxDays * 86_400_000)).toISOString()
  const pickCategoryId = () => 1 + Math.floor(nextRandom() * 6)

  await insertMany(
    sizes.users,
    (index) => ({
      username: `bench_${index}`,
      username_key: `bench_${index}`,
      display_name: `Member ${index}`,
      email: `bench_${index}@example.org`,
      reputation_points: Math.floor(nextRandom() * 2000),
      member_since: makeTime(900),
      last_active: nextRandom() < 0.2 ? null : makeTime(900),
      search_text: foldText(`bench_${index}`, `bench_${index}@example.org`, `Member ${index}`),
    }),
    (rows) => db.insertInto('users').values(rows).execute(),
  )
  await insertMany(
    sizes.articles,
    (index) => {
      const [title, summary, content] = [`${makeText(6)} ${index}`, makeText(18), `${makeText(sizes.words)} needle${index}`]
      return {
        slug: `bench-${index}`,
        title,
        summary,
        content,
        category_id: pickCategoryId(),
        rating: Math.floor(nextRandom() * 6),
        published_at: makeTime(900),
        author_name: 'Bench',
        search_text: foldText(title, summary, content),
      }
    },
    (rows) => db.insertInto('articles').values(rows).execute(),
  )
  const categoryIds: number[] = []
  await insertMany(
    sizes.products,
    (index) => {
      const [name, description, reviewCount] = [`${makeText(3)} ${index}`, makeText(60), Math.floor(nextRandom() * 20)]
      const ratingSum = Math.floor(reviewCount * (2 + nextRandom() * 3))
      const price = nextRandom() < 0.05 ? null : `£${Math.floor(nextRandom() * 20_000)}`
      const category_id = pickCategoryId()
      categoryIds.push(category_id)
      return {
        slug: `bench-${index}`,
        name,
        name_key: foldText(name),
        description,
        category_id,
        // Spec values are inserted below; a high version prevents the parser job from processing the products.
        figures_version: 1_000_000,
        ...toPriceColumns(price),
        created_at: makeTime(900),
        rating_sum: ratingSum,
        review_count: reviewCount,
        average_rating: reviewCount ? ratingSum / reviewCount : 0,
        // At least as many products are featured as the home page shows, so that the page is equally long on every site.
        is_featured: nextRandom() < 0.01 || index < MIN_FEATURED_PRODUCTS,
        search_text: foldText(name, description),
      }
    },
    (rows) => db.insertInto('products').values(rows).execute(),
  )
  await insertMany(
    sizes.topics,
    () => {
      const [title, content, createdAt] = [makeText(8), makeText(50), makeTime(900)]
      return {
        title,
        content,
        category_id: pickCategoryId(),
        user_id: 1 + Math.floor(nextRandom() * sizes.users),
        created_at: createdAt,
        active_at: createdAt,
        views: Math.floor(nextRandom() * 5000),
        reply_count: Math.floor(nextRandom() * 14),
        search_text: foldText(title, content),
      }
    },
    (rows) => db.insertInto('topics').values(rows).execute(),
  )
  const { firstTopicId } = await db
    .selectFrom('topics')
    .select((eb) => eb.fn.min('id').as('firstTopicId'))
    .executeTakeFirstOrThrow()
  await insertMany(
    sizes.replies ?? 0,
    () => ({
      topic_id: Number(firstTopicId) + Math.floor(nextRandom() * sizes.topics),
      content: makeText(30),
      user_id: 1 + Math.floor(nextRandom() * sizes.users),
      created_at: makeTime(900),
    }),
    (rows) => db.insertInto('replies').values(rows).execute(),
  )
  const { firstProductId } = await db
    .selectFrom('products')
    .select((eb) => eb.fn.min('id').as('firstProductId'))
    .executeTakeFirstOrThrow()
  const nextSpecValue = createRandom(11)
  for (const key of ['range', 'usable_battery', 'boot', 'warranty', 'dc_charging', 'price'])
    await insertMany(
      sizes.products,
      (index) => ({
        product_id: Number(firstProductId) + index,
        category_id: categoryIds[index] ?? 1,
        key,
        number: Math.floor(nextSpecValue() * 500),
      }),
      (rows) => db.insertInto('product_figures').values(rows).execute(),
    )
  await insertMany(
    sizes.reviews,
    () => ({
      product_id: Number(firstProductId) + Math.floor(nextRandom() * sizes.products),
      user_id: 1 + Math.floor(nextRandom() * sizes.users),
      rating: 1 + Math.floor(nextRandom() * 5),
      title: makeText(4),
      content: makeText(30),
      created_at: makeTime(900),
    }),
    (rows) => db.insertInto('reviews').values(rows).execute(),
  )

  await insertMany(
    sizes.enquiries,
    (index) => {
      const [name, email, productName, status] = [makeText(2), `customer_${index}@example.org`, `${makeText(3)} ${index}`, pick(STATUSES)]
      return {
        name,
        email,
        phone: '01632 960000',
        address: makeText(5),
        notes: makeText(20),
        product_name: productName,
        product_price: '£POA',
        status,
        created_at: makeTime(900),
        search_text: foldText(name, email, productName, status),
      }
    },
    (rows) => db.insertInto('enquiries').values(rows).execute(),
  )

  async function insertMany<T>(count: number, makeRow: (index: number) => T, insert: (rows: T[]) => Promise<unknown>): Promise<void> {
    for (let offset = 0; offset < count; offset += BATCH_SIZE)
      await insert(Array.from({ length: Math.min(BATCH_SIZE, count - offset) }, (_, indexInBatch) => makeRow(offset + indexInBatch)))
  }
}
