/** Holds the actors of the visibility matrix, the content that they create through the API, and its ids and slugs. */
import { makeExpertArticle } from './expert-rows.ts'
import type { Actor, Reply, World } from '#tests/server/properties/world.ts'
import type { HttpMethod } from '#platform/contract/endpoint.ts'
import { COMMON_WORD, sentence, Things, type Kind, type Phase, type Thing } from './things.ts'

/** Something with a URL; `thing` is its content. */
export interface Subject {
  id: number
  slug?: string
  thing: Thing | undefined
  /** The topic of a reply. */
  topicId?: number
}
type SubjectKind = 'article' | 'topic' | 'reply' | 'product' | 'review' | 'user' | 'issue' | 'expert article'

/** Phases of things that are always public. */
export const BOTH: readonly Phase[] = ['before', 'after']

export class Scenario {
  readonly world: World
  readonly things = new Things()
  readonly subjects: Record<SubjectKind, Subject[]> = {
    article: [],
    topic: [],
    reply: [],
    product: [],
    review: [],
    user: [],
    issue: [],
    'expert article': [],
  }
  /** URLs of uploaded pictures, with the thing that they are part of. */
  readonly pictures: { url: string; thing: Thing }[] = []
  readonly admin: Actor
  /** Author of topics and replies. */
  readonly writer: Actor
  /** Member who has nothing to do with the content. */
  readonly outsider: Actor
  /** Member who watches every topic. */
  readonly watcher: Actor

  private constructor(world: World, actors: Record<'admin' | 'writer' | 'outsider' | 'watcher', Actor>) {
    this.world = world
    this.admin = actors.admin
    this.writer = actors.writer
    this.outsider = actors.outsider
    this.watcher = actors.watcher
  }

  static async create(world: World): Promise<Scenario> {
    const [admin, writer, outsider, watcher] = [
      await world.createActor('admin'),
      await world.createActor('member'),
      await world.createActor('member'),
      await world.createActor('member'),
    ]
    const scenario = new Scenario(world, { admin, writer, outsider, watcher })
    for (const actor of [admin, writer, outsider, watcher]) scenario.subjects.user.push({ id: actor.id, thing: undefined })
    return scenario
  }

  /** Makes a call that must succeed, without an actor as a guest. */
  must(method: HttpMethod, url: string, actor?: Actor, body?: object | Buffer): Promise<Reply['body']> {
    const headers: Record<string, string> = Buffer.isBuffer(body) ? { 'content-type': 'image/png' } : {}
    return this.world.mustSend(method, url, { ...(actor ? { cookie: actor.cookie } : {}), ...(body ? { body } : {}), headers })
  }

  asAdmin(method: HttpMethod, url: string, body?: object): Promise<Reply['body']> {
    return this.must(method, url, this.admin, body)
  }

  restore = (trashId: number) => this.asAdmin('POST', `/api/admin/trash/${trashId}/restore`)

  /** Returns the thing that was added last. */
  #last(): Thing | undefined {
    return this.things.all.at(-1)
  }

  async article(title: string, shownIn: readonly Phase[], more: object = {}): Promise<number> {
    const words = this.things.add('article', title, shownIn, ['title', 'summary', 'content', 'author', 'slug', 'imageAlt'])
    const { id, slug } = await this.asAdmin('POST', '/api/articles', {
      title: `${words.title} ${COMMON_WORD}`,
      slug: words.slug,
      summary: sentence(words.summary),
      content: sentence(words.content),
      authorName: words.author,
      featuredImage: 'https://example.org/picture.png',
      imageAlt: words.imageAlt,
      categoryId: 2,
      rating: 5,
      ...more,
    })
    this.subjects.article.push({ id, slug, thing: this.#last() })
    return id
  }

  /** Creates a topic by the writer, or a guest's with a link, which waits for approval. */
  async topic(title: string, shownIn: readonly Phase[], isWaiting = false, isQuestion = false): Promise<number> {
    const words = this.things.add('topic', title, shownIn, ['title', 'content'])
    const content = isWaiting ? `${sentence(words.content)} https://example.com/${words.content}` : sentence(words.content)
    const { id, status } = await this.must('POST', '/api/forums', isWaiting ? undefined : this.writer, {
      title: `${words.title} ${COMMON_WORD}`,
      content,
      categoryId: 2,
      isQuestion,
    })
    expectStatus(status, isWaiting)
    this.subjects.topic.push({ id, thing: this.#last() })
    if (!isWaiting) await this.must('POST', `/api/me/topic-watches/${id}`, this.watcher, { isWatching: true })
    return id
  }

  async reply(title: string, shownIn: readonly Phase[], topicId: number, isWaiting = false): Promise<number> {
    const words = this.things.add('reply', title, shownIn, ['content'])
    const content = isWaiting ? `${sentence(words.content)} https://example.com/${words.content}` : sentence(words.content)
    const { id, status } = await this.must('POST', '/api/forum-replies', isWaiting ? undefined : this.writer, { content, forumId: topicId })
    expectStatus(status, isWaiting)
    this.subjects.reply.push({ id, topicId, thing: this.#last() })
    return id
  }

  /** Creates a reply with a picture by the writer. */
  async picturedReply(title: string, shownIn: readonly Phase[], topicId: number, file: Buffer): Promise<number> {
    const alt = this.part('post picture', `of a reply, ${title}`, shownIn)
    const { url } = await this.must('POST', `/api/post-pictures?alt=${alt}`, this.writer, file)
    this.picture(url)
    const words = this.things.add('reply', title, shownIn, ['content'])
    const content = `${sentence(words.content)}\n\n![${alt}](${url})`
    const { id, status } = await this.must('POST', '/api/forum-replies', this.writer, { content, forumId: topicId })
    expectStatus(status, false)
    this.subjects.reply.push({ id, topicId, thing: this.#last() })
    return id
  }

  async product(title: string, shownIn: readonly Phase[]): Promise<number> {
    const words = this.things.add('product', title, shownIn, ['name', 'description', 'features', 'specs', 'slug', 'imageAlt', 'price'])
    const { id, slug } = await this.asAdmin('POST', '/api/products', {
      name: `${words.name} ${COMMON_WORD}`,
      slug: words.slug,
      description: sentence(words.description),
      categoryId: 2,
      price: `£100 ${words.price}`,
      image: 'https://example.org/picture.png',
      imageAlt: words.imageAlt,
      features: words.features,
      technicalSpecs: `Warranty: 10 years\nModel: ${words.specs}`,
      isFeatured: true,
    })
    this.subjects.product.push({ id, slug, thing: this.#last() })
    return id
  }

  /** Creates a review by a new member, as a member can write one review per product. */
  async review(title: string, shownIn: readonly Phase[], productId: number, rating = 4): Promise<{ id: number; by: Actor }> {
    const words = this.things.add('review', title, shownIn, ['title', 'content'])
    const by = await this.world.createActor('member')
    this.subjects.user.push({ id: by.id, thing: undefined })
    const body = { productId, rating, title: `${words.title} ${COMMON_WORD}`, content: sentence(words.content) }
    const { id } = await this.must('POST', '/api/reviews', by, body)
    this.subjects.review.push({ id, thing: this.#last() })
    return { id, by }
  }

  /** Creates a guest's review with a link, which waits for approval. @returns its id in `waiting_reviews` */
  async waitingReview(title: string, shownIn: readonly Phase[], productId: number): Promise<number> {
    const words = this.things.add('review', title, shownIn, ['title', 'content'])
    const content = `${sentence(words.content)} https://example.com/${words.content}`
    const body = { productId, rating: 1, title: `${words.title} ${COMMON_WORD}`, content }
    return (await this.must('POST', '/api/reviews', undefined, body)).id
  }

  async member(title: string, shownIn: readonly Phase[]): Promise<Actor> {
    const words = this.things.add('member', title, shownIn, ['username', 'displayName'])
    const actor = await this.world.createActor('member')
    const names = { username: words.username, displayName: `${words.displayName} ${COMMON_WORD}` }
    await this.asAdmin('PATCH', `/api/users/${actor.id}`, names)
    this.subjects.user.push({ id: actor.id, thing: this.#last() })
    await this.asAdmin('PATCH', `/api/users/${actor.id}`, { email: `${this.secret(`address of a member, ${title}`)}@example.org` })
    return actor
  }

  /** Creates a marker text that is never public. */
  secret(title: string): string {
    return this.things.add('private', title, [], ['text']).text
  }

  /** Adds a part with a separate text, such as an answer to a review. */
  part(kind: Kind, title: string, shownIn: readonly Phase[]): string {
    return this.things.add(kind, title, shownIn, ['text']).text
  }

  picture(url: string): void {
    const thing = this.#last()
    if (thing) this.pictures.push({ url, thing })
  }

  async expertArticle(title: string): Promise<void> {
    const words = this.things.add('expert article', title, BOTH, ['name', 'title', 'content', 'bio'])
    const id = await makeExpertArticle(this.world, words)
    this.subjects['expert article'].push({ id, thing: this.#last() })
  }

  async issue(title: string, shownIn: readonly Phase[]): Promise<number> {
    const words = this.things.add('issue', title, shownIn, ['subject', 'intro', 'entry'])
    const { id } = await this.asAdmin('POST', '/api/admin/newsletter/issues', { fromActivity: false })
    const entry = { kind: 'article', title: words.entry, text: sentence(words.entry), path: '/about' }
    await this.asAdmin('PATCH', `/api/admin/newsletter/issues/${id}`, {
      subject: words.subject,
      intro: sentence(words.intro),
      entries: [entry],
    })
    this.subjects.issue.push({ id, thing: this.#last() })
    return id
  }
}

function expectStatus(status: string, isWaiting: boolean): void {
  if (status !== (isWaiting ? 'waiting' : 'visible')) throw new Error(`The status is ${status}.`)
}
