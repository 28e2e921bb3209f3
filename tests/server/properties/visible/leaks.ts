/** Finds outputs that show non-public content, or do not show public content. */
import type { Scenario } from './scenario.ts'
import { readOutput, type Output } from './outputs.ts'
import { isShown, type Kind, type Phase, type Thing } from './things.ts'

/** Finds texts of non-public things in outputs. */
export function findLeaks({ things }: Scenario, outputs: readonly Pick<Output, 'as' | 'url' | 'text'>[], phase: Phase): string[] {
  return outputs.flatMap(({ as, url, text }) =>
    [...things.findIn(text)].flatMap(({ thing, field }) =>
      // A requested slug may be repeated.
      isShown(thing, phase) || url.includes(thing.words[field] ?? '') ? [] : [`${url} shows a ${as} the ${field} of: ${thing.title}`],
    ),
  )
}

const POSITION = 'GET /api/forum-replies/:forumId/:replyId'
/** The search index is updated in the background. */
const UPDATED_LATER = /search/

/**
 * Finds stale caches: makes one change and at once reads the cached outputs that showed the things it hides.
 * @param before outputs of the first phase
 * @param maxUrls maximum URLs per output
 */
export async function findStale(
  scenario: Scenario,
  change: () => Promise<unknown>,
  { hides, before, maxUrls }: { hides: readonly Thing[]; before: readonly Output[]; maxUrls: number },
): Promise<string[]> {
  const hidden = hides.filter((thing) => isShown(thing, 'before') && !isShown(thing, 'after'))
  const showed = before.filter(
    ({ name, url, as, text }) =>
      as === 'visitor' &&
      !UPDATED_LATER.test(`${name} ${url}`) &&
      [...scenario.things.findIn(text)].some(({ thing }) => hidden.includes(thing)),
  )
  const urls = [...Map.groupBy(showed, ({ name }) => name).values()].flatMap((ofOne) => ofOne.slice(0, maxUrls))
  for (const url of urls) await readOutput(scenario, url, 'visitor')
  await change()
  const stale: string[] = []
  for (const output of urls) {
    const { url, text } = await readOutput(scenario, output, 'visitor')
    for (const { thing, field } of scenario.things.findIn(text))
      if (hidden.includes(thing) && !url.includes(thing.words[field] ?? ''))
        stale.push(`${url} still shows the ${field} of: ${thing.title}`)
  }
  return stale
}

/** Titles of things that are deleted during the test, whose URLs return 410. */
const WAS_DELETED = /deleted|restored/

/** Finds URLs of non-public things that do not return 404 (or 410 if deleted) to viewers other than the owner. */
export function findOpenUrls(outputs: readonly Output[], phase: Phase): string[] {
  return outputs.flatMap(({ name, thing, url, as, reply: { status } }) => {
    if (!thing || name === POSITION) return []
    const isThere = status === 200 || status === 301 || status === 308 || status === 304
    const isUnknown = status === 404 || (status === 410 && WAS_DELETED.test(thing.title))
    if (isShown(thing, phase) ? isThere : isUnknown) return []
    return [`${url} returns ${status} to a ${as}, of: ${thing.title}`]
  })
}

/** Positive control: outputs that must show each public thing of a kind (`each`), or at least one of them (`some`). */
const SHOWN_IN: Record<Exclude<Kind, 'private'>, { each: readonly string[]; some: readonly string[] }> = {
  article: {
    each: [
      'GET /api/articles',
      'GET /api/articles/featured',
      'GET /api/articles/category/:categoryId',
      'GET /api/articles/:slug',
      'GET /api/search',
      'page /articles',
      'page /articles/:slug',
      'page /category/:slug',
      'page /search',
      'feed',
      'feed of a category',
    ],
    some: ['page /', 'sitemap'],
  },
  topic: {
    each: [
      'GET /api/forums',
      'GET /api/forums/popular',
      'GET /api/forums/category/:categoryId',
      'GET /api/forums/:id',
      'GET /api/search',
      'page /forum',
      'page /forum/:id',
      'page /search',
      'feed of a category',
      'feed of a topic',
    ],
    some: ['page /'],
  },
  reply: {
    each: ['GET /api/forum-replies/:forumId', 'page /forum/:id', 'feed of a topic'],
    some: ['GET /api/forums/:id/accepted-reply'],
  },
  product: {
    each: [
      'GET /api/products',
      'GET /api/products/featured',
      'GET /api/products/category/:categoryId',
      'GET /api/products/:slug',
      'GET /api/search',
      'page /products',
      'page /products/:slug',
      'page /enquiry/:slug',
      'page /category/:slug',
      'page /search',
      'feed',
      'feed of a category',
    ],
    some: ['page /', 'sitemap', 'GET /api/products/compare', 'page /compare'],
  },
  review: { each: ['GET /api/reviews', 'page /products/:slug'], some: ['GET /api/reviews/recent', 'page /'] },
  answer: { each: ['GET /api/reviews', 'page /products/:slug'], some: [] },
  update: { each: ['GET /api/reviews', 'page /products/:slug'], some: [] },
  picture: { each: ['GET /api/reviews', 'page /products/:slug'], some: [] },
  'post picture': { each: ['GET /api/forum-replies/:forumId', 'page /forum/:id'], some: [] },
  member: { each: ['GET /api/users', 'GET /api/users/:id', 'page /user/:id'], some: ['GET /api/search'] },
  'expert article': {
    each: ['GET /api/expert-articles', 'GET /api/expert-articles/:id', 'page /articles/expert/:id', 'feed', 'GET /api/search'],
    some: ['page /'],
  },
  issue: {
    each: [
      'GET /api/newsletter/issues',
      'GET /api/newsletter/issues/:id',
      'page /newsletter',
      'page /newsletter/:id',
      'feed of the newsletter',
    ],
    some: [],
  },
}

export function findMissing({ things }: Scenario, outputs: readonly Output[], phase: Phase, readers: readonly Output['as'][]): string[] {
  const found = new Map<string, Set<string>>()
  for (const { name, as, text } of outputs)
    for (const { thing } of things.findIn(text)) {
      const names = found.get(thing.title) ?? new Set()
      found.set(thing.title, names.add(`${as} ${name}`))
    }
  const missing: string[] = []
  for (const [kind, { each, some }] of Object.entries(SHOWN_IN)) {
    const shown = things.all.filter((thing) => thing.kind === kind && isShown(thing, phase))
    for (const as of readers) {
      for (const name of each)
        for (const { title } of shown)
          if (!isReadAsVisitorOnly(name, as) && !found.get(title)?.has(`${as} ${name}`))
            missing.push(`${name} does not show a ${as} ${title}`)
      for (const name of some)
        if (shown.length > 0 && !isReadAsVisitorOnly(name, as) && !shown.some(({ title }) => found.get(title)?.has(`${as} ${name}`)))
          missing.push(`${name} shows a ${as} no ${kind}`)
    }
  }
  return missing
}

/** Whether an output is a file and the viewer a member. Files are the same for all viewers, so only a visitor reads them. */
const isReadAsVisitorOnly = (name: string, as: string) => as === 'member' && /^(feed|sitemap)/.test(name)

/** Finds changed outputs that return 304 for the ETag of the earlier response. */
export async function findUnchanged(scenario: Scenario, before: readonly Output[], now: readonly Output[]): Promise<string[]> {
  const known = new Map(before.map((output) => [`${output.as} ${output.url}`, output]))
  const unchanged: string[] = []
  for (const output of now) {
    const old = known.get(`${output.as} ${output.url}`)
    const etag = old?.reply.headers.etag
    if (!etag || old.reply.text === output.reply.text) continue
    const { reply } = await readOutput(scenario, output, output.as, { 'if-none-match': etag })
    if (reply.status === 304) unchanged.push(`${output.url} returns 304 to a ${output.as}, but has changed`)
  }
  return unchanged
}
