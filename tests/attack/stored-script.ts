/** Whoever may write a text writes one that would run; the pages, feeds and answers that show it are read for what does. */
import { findScriptInAnswer } from './find-script.ts'
import { SCRIPT_TEXTS } from './script-texts.ts'
import { ask, readJson, shorten, type Answer, type Group, type OwnServer, type Row, type Target } from './target.ts'

interface Place {
  name: string
  by: 'guest' | keyof OwnServer['people']
  path: string
  method?: string
  /** @param words as they are; @param line on one line */
  body(words: string, line: string): object
  /** What is asked for has a form of its own, and none of the texts need have it. */
  mayRefuseAll?: boolean
  /** Where each can be read: ID and SLUG are what the call has answered, MEMBER is who has written. */
  shownAt: readonly string[]
  /** Where many can be read at once. */
  lists: readonly string[]
}

const name = () => `s${crypto.randomUUID().slice(0, 12)}`
const PLACES: readonly Place[] = [
  {
    name: 'topics of guests',
    by: 'guest',
    path: '/api/forums',
    body: (content, title) => ({ title, content, categoryId: 1 }),
    shownAt: ['/forum/ID', '/api/forums/ID', '/forum/ID/feed.atom'],
    lists: ['/forum', '/forum/ID/feed.xml', '/forum/ID/feed.json', '/share/topic/ID.png'],
  },
  {
    name: 'replies of members',
    by: 'member',
    path: '/api/forum-replies',
    body: (content) => ({ content, forumId: 1 }),
    shownAt: [],
    lists: ['/forum/1', '/api/forum-replies/1', '/forum/1/feed.atom'],
  },
  {
    name: 'reviews of guests',
    by: 'guest',
    path: '/api/reviews',
    body: (content, title) => ({ productId: 1, rating: 3, title, content }),
    shownAt: ['/api/reviews/recent'],
    lists: ['/api/reviews?productId=1', '/products/wayside-post-7'],
  },
  {
    name: 'enquiries',
    by: 'guest',
    path: '/api/enquiries',
    body: (notes, line) => ({
      name: line,
      email: `${name()}@example.org`,
      phone: '07700 900123',
      address: `1 ${notes}`,
      notes,
      productId: 1,
    }),
    shownAt: ['/admin/enquiries/ID'],
    lists: ['/admin/enquiries', '/api/enquiries.csv'],
  },
  {
    name: 'names of members',
    by: 'member',
    path: '/api/me',
    method: 'PATCH',
    body: (_words, displayName) => ({ displayName: displayName.slice(0, 50) }),
    shownAt: ['/user/MEMBER', '/admin/users'],
    lists: ['/api/users', '/'],
  },
  {
    name: 'pictures of members',
    mayRefuseAll: true,
    by: 'member',
    path: '/api/me',
    method: 'PATCH',
    body: (_words, avatarUrl) => ({ avatarUrl }),
    shownAt: ['/user/MEMBER', '/admin/users'],
    lists: [],
  },
  {
    name: 'articles',
    by: 'admin',
    path: '/api/articles',
    body: (content, line) => ({
      title: line,
      slug: name(),
      content,
      authorName: line.slice(0, 100),
      categoryId: 1,
      summary: content,
      imageAlt: line,
    }),
    shownAt: ['/articles/SLUG', '/api/articles/SLUG', '/admin/articles/ID'],
    lists: ['/feed.xml', '/feed.atom', '/feed.json', '/share/article/SLUG.png'],
  },
  {
    name: 'products',
    by: 'admin',
    path: '/api/products',
    body: (words, line) => ({
      name: line,
      slug: name(),
      description: `A long one. ${words}`,
      categoryId: 1,
      price: line.slice(0, 100),
      features: words,
      technicalSpecs: `${words}\nPower: ${words}`,
      isFeatured: true,
    }),
    shownAt: ['/products/SLUG', '/products/SLUG?tab=specifications', '/api/products/SLUG'],
    lists: ['/products', '/', '/enquiry/SLUG'],
  },
  {
    name: 'the name of the site',
    by: 'admin',
    path: '/api/admin/settings',
    method: 'PATCH',
    body: (words, line) => ({ name: line.slice(0, 60), tagline: line.slice(0, 80), description: words.slice(0, 300) }),
    shownAt: ['/', '/feed.xml', '/feed.atom', '/api/site'],
    lists: ['/about', '/nowhere', '/sitemap.xml'],
  },
]

export const storedScript: Group = {
  name: 'Stored script',
  isHarmless: false,
  async run(target) {
    const { own } = target
    if (!own) throw new Error('It writes: it needs a server of its own.')
    const site = readJson(await ask(target, '/api/admin/settings', { cookie: own.people.admin }))
    const rows: Row[] = []
    for (const place of PLACES) rows.push(await fill(target, own, place))
    const { name, tagline, description } = site
    await ask(target, '/api/admin/settings', { method: 'PATCH', cookie: own.people.admin, body: { name, tagline, description } })
    return rows
  },
}

const LIST_STEP = 4
/** Of the short form: every so many of the texts, others at each place. */
const SHORT_STEP = 15

async function fill(target: Target, { people }: OwnServer, place: Place): Promise<Row> {
  const { shownAt, lists } = place
  const step = target.isShort ? SHORT_STEP : 1
  const texts = SCRIPT_TEXTS.filter((_, at) => (at + PLACES.indexOf(place)) % step === 0)
  const member = String(readJson(await ask(target, '/api/me', { cookie: people.member }))['id'])
  const faults: string[] = []
  let taken = 0
  let read = 0
  for (const [at, text] of texts.entries()) {
    const words = text.replaceAll('\0', '')
    const body = place.body(words, words.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' '))
    const cookie = place.by === 'guest' ? '' : people[place.by]
    const made = await ask(target, place.path, { body, cookie, method: place.method ?? 'POST' })
    const repeat = `${place.method ?? 'POST'} ${place.path} ${shorten(JSON.stringify(body), 200)}`
    if (made.status >= 500 || made.status === 429) faults.push(`${repeat}: ${made.status}`)
    if (made.status >= 300) continue
    taken += 1
    const { id, slug } = readJson(made)
    // What was there before them is on a list too, so some may come between two looks.
    for (const place of [...shownAt, ...(at % LIST_STEP === 0 ? lists : [])]) {
      const path = place.replace('MEMBER', member).replace('ID', String(id)).replace('SLUG', String(slug))
      // An administrator sees it all, and gets nothing from a cache.
      const shown = await ask(target, path, { cookie: people.admin })
      read += 1
      faults.push(...findFaults(shown).map((fault) => `${repeat}; then GET ${path}: ${fault}`))
    }
  }
  if (taken === 0 && !place.mayRefuseAll) faults.push(`${place.path} takes none of them: nothing was tried.`)
  return { name: place.name, tried: texts.length, faults, note: `${taken} taken, read in ${read} answers` }
}

function findFaults({ status, headers, text }: Answer): string[] {
  if (status >= 500) return [`${status}`]
  const type = headers.get('content-type') ?? ''
  const isFormula = type.includes('csv') && /(^|[",\n])[=+@-]cmd/.test(text)
  return [
    ...findScriptInAnswer(type, text),
    ...(isFormula ? ['a formula that a spreadsheet runs'] : []),
    ...(headers.get('x-content-type-options') === 'nosniff' ? [] : ['no nosniff']),
  ]
}
