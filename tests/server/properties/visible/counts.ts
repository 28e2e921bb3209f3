/** Compares counts with what they count: walks lists page by page and checks every displayed number against them. */
import { apiRoutes } from '#app/registry.ts'
import type { Reply } from '#tests/server/properties/world.ts'
import type { Scenario } from './scenario.ts'
import { listApiUrls } from './output-urls.ts'

interface Row {
  id: number
  userId: number
  categoryId: number | null
  productId: number
  rating: number
  replyCount: number
  reviewCount: number
  averageRating: number
  posts: number
  replies: number
  reviews: number
  articleCount: number
  productCount: number
}

const STEP = 3

/** Collects wrong counts, mostly as a visitor. */
export class Counts {
  readonly problems: string[] = []
  readonly #scenario: Scenario
  constructor(scenario: Scenario) {
    this.#scenario = scenario
  }

  /** @returns the wrong counts */
  static async check(scenario: Scenario): Promise<string[]> {
    const counts = new Counts(scenario)
    await counts.#walkLists()
    await counts.#checkTopics()
    await counts.#checkProducts()
    await counts.#checkCategories()
    await counts.#checkMembers()
    await counts.#checkDashboard()
    await counts.#checkSearch()
    await counts.#checkSitemap()
    return counts.problems
  }

  #expect(what: string, stated: unknown, actual: unknown): void {
    if (stated !== actual) this.problems.push(`${what}: the stated count is ${String(stated)}, the actual one ${String(actual)}`)
  }

  #get(url: string, cookie = ''): Promise<Reply> {
    return this.#scenario.world.send('GET', url, cookie ? { cookie } : {})
  }

  async #list(url: string, cookie = ''): Promise<Row[]> {
    const { status, body, headers } = await this.#get(url, cookie)
    if (status !== 200) return []
    this.#expect(`X-Total-Count of ${url}`, Number(headers['x-total-count']), body.length)
    return body
  }

  /** Reads each list in small pages. The total must match, and each item must occur once. */
  async #walkLists(): Promise<void> {
    const lists = new Set(apiRoutes.flatMap(({ endpoint }) => (endpoint.list ? [endpoint.path] : [])))
    for (const { url, endpoint } of listApiUrls(this.#scenario)) {
      if (!endpoint || !lists.has(endpoint.path) || endpoint.access !== 'public') continue
      const shape = (endpoint.query as { shape?: object }).shape ?? {}
      const size = 'perPage' in shape ? 'perPage' : 'limit' in shape ? 'limit' : undefined
      if (!size || !('page' in shape)) continue
      const seen: number[] = []
      let total = 0
      for (let page = 1; page < 100; page++) {
        const { status, body, headers } = await this.#get(`${url}${url.includes('?') ? '&' : '?'}${size}=${STEP}&page=${page}`)
        if (status !== 200 || body.length === 0) break
        total = Number(headers['x-total-count'])
        for (const { id } of body as Row[]) seen.push(id)
      }
      this.#expect(`X-Total-Count of ${url} by pages of ${STEP}`, total, seen.length)
      this.#expect(`things of ${url}`, seen.length, new Set(seen).size)
    }
  }

  async #checkTopics(): Promise<void> {
    for (const { id, replyCount } of await this.#list('/api/forums')) {
      const replies = await this.#list(`/api/forum-replies/${id}`)
      this.#expect(`replies of topic ${id}`, replyCount, replies.length)
      const { body } = await this.#get(`/api/forums/${id}`)
      this.#expect(`replies of topic ${id} by itself`, body.replyCount, replies.length)
      for (const notice of await this.#list('/api/me/notices', this.#scenario.watcher.cookie))
        if (
          'path' in notice &&
          String(notice.path).startsWith(`/forum/${id}?`) &&
          'items' in notice &&
          Number(notice.items) > replies.length
        )
          this.problems.push(`a notice of ${String(notice.items)} replies of topic ${id}, which has ${replies.length}`)
    }
  }

  async #checkProducts(): Promise<void> {
    for (const { id, reviewCount, averageRating } of await this.#list('/api/products')) {
      const reviews = await this.#list(`/api/reviews?productId=${id}`)
      const average = reviews.length === 0 ? 0 : reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length
      this.#expect(`reviews of product ${id}`, reviewCount, reviews.length)
      this.#expect(`average of product ${id}`, averageRating.toFixed(6), average.toFixed(6))
      const { counts } = (await this.#get(`/api/review-spread/${id}`)).body
      for (const stars of [1, 2, 3, 4, 5])
        this.#expect(
          `reviews with ${stars} stars of product ${id}`,
          counts[stars - 1],
          reviews.filter(({ rating }) => rating === stars).length,
        )
      const aggregates = (await this.#get(`/api/review-figures/${id}`)).body
      this.#expect(`aggregates of product ${id}`, aggregates.all.count, reviews.length)
    }
    for (const { thing, id } of this.#scenario.subjects.product)
      if (
        thing &&
        (await this.#get(`/api/products/${this.#scenario.subjects.product.find((one) => one.id === id)?.slug}`)).status !== 200
      ) {
        this.#expect(`reviews of ${thing.title}`, (await this.#list(`/api/reviews?productId=${id}`)).length, 0)
        const { counts } = (await this.#get(`/api/review-spread/${id}`)).body
        this.#expect(`stars of ${thing.title}`, String(counts), '0,0,0,0,0')
      }
  }

  async #checkCategories(): Promise<void> {
    const [articles, products] = [await this.#list('/api/articles'), await this.#list('/api/products')]
    const counts = (await this.#get('/api/products/counts')).body as { categoryId: number; count: number }[]
    for (const { id, articleCount, productCount } of await this.#list('/api/categories')) {
      const inIt = ({ categoryId }: Row) => categoryId === id
      this.#expect(`articles of category ${id}`, articleCount, articles.filter(inIt).length)
      this.#expect(`products of category ${id}`, productCount, products.filter(inIt).length)
      this.#expect(
        `products of category ${id} in the counts`,
        counts.find((one) => one.categoryId === id)?.count ?? 0,
        products.filter(inIt).length,
      )
      this.#expect(`list of the articles of category ${id}`, (await this.#list(`/api/articles/category/${id}`)).length, articleCount)
    }
  }

  /** Profiles count a member's public posts. */
  async #checkMembers(): Promise<void> {
    const topics = await this.#list('/api/forums')
    const replies: Row[] = []
    for (const { id } of topics) replies.push(...(await this.#list(`/api/forum-replies/${id}`)))
    for (const { id, posts, replies: answered, reviews } of await this.#list('/api/users')) {
      this.#expect(`topics of member ${id}`, posts, topics.filter(({ userId }) => userId === id).length)
      this.#expect(`replies of member ${id}`, answered, replies.filter(({ userId }) => userId === id).length)
      this.#expect(`reviews of member ${id}`, reviews, (await this.#list(`/api/reviews?userId=${id}`)).length)
    }
  }

  async #checkDashboard(): Promise<void> {
    const { cookie } = this.#scenario.admin
    const { counts } = (await this.#get('/api/admin/dashboard', cookie)).body as { counts: { name: string; total: number }[] }
    const lists: Record<string, string> = {
      forums: '/api/admin/forums',
      products: '/api/products',
      articles: '/api/articles',
      users: '/api/users',
      enquiries: '/api/enquiries',
    }
    for (const { name, total } of counts)
      this.#expect(`${name} of the dashboard`, total, (await this.#list(lists[name] ?? '', cookie)).length)
  }

  async #checkSearch(): Promise<void> {
    const { subjects } = this.#scenario
    for (const word of ['qhalverton', 'heats', subjects.article[0]?.slug ?? '']) {
      const { total, kinds, results } = (await this.#get(`/api/search?uncounted=1&perPage=50&q=${word}`)).body as {
        total: number
        kinds: Record<string, number>
        results: { kind: string }[]
      }
      const shown = [...results]
      for (let page = 2; shown.length < total && page < 20; page++)
        shown.push(...(await this.#get(`/api/search?uncounted=1&perPage=50&page=${page}&q=${word}`)).body.results)
      this.#expect(`results for ${word}`, total, shown.length)
      for (const [kind, count] of Object.entries(kinds))
        this.#expect(`results for ${word} of the kind ${kind}`, count, shown.filter((one) => one.kind === kind).length)
    }
  }

  async #checkSitemap(): Promise<void> {
    const read = async (kind: string) => (await this.#get(`/sitemaps/${kind}-1.xml`)).text.match(/<loc>/g)?.length ?? 0
    this.#expect('articles of the site map', await read('articles'), (await this.#list('/api/articles')).length)
    this.#expect('products of the site map', await read('products'), (await this.#list('/api/products')).length)
    this.#expect('topics of the site map', await read('topics'), (await this.#list('/api/forums')).length)
    this.#expect('expert articles of the site map', await read('expert-articles'), (await this.#list('/api/expert-articles')).length)
    this.#expect('issues of the site map', await read('issues'), (await this.#list('/api/newsletter/issues')).length)
  }
}
