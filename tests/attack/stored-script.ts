/** Stored XSS: submits XSS payloads in every text field and checks all pages, feeds and responses that show them. */
import { findScriptInResponse } from './find-script.ts'
import { SCRIPT_TEXTS } from './script-texts.ts'
import { ask, readJson, shorten, type TargetResponse, type Group, type OwnServer, type Row, type Target } from './target.ts'

interface Place {
  name: string
  by: 'guest' | keyof OwnServer['people']
  path: string
  method?: string
  /** @param words the payload @param line the payload on a single line */
  body(words: string, line: string): object
  /** The field has a format that no payload may match. */
  mayRefuseAll?: boolean
  /** Paths that show one payload: ID and SLUG are from the response, MEMBER is the author's id. */
  shownAt: readonly string[]
  /** Paths that show several payloads. */
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
    if (!own) throw new Error('It writes content, so it needs its own server.')
    const site = readJson(await ask(target, '/api/admin/settings', { cookie: own.people.admin }))
    const rows: Row[] = []
    for (const place of PLACES) rows.push(await submitPayloads(target, own, place))
    const { name, tagline, description } = site
    await ask(target, '/api/admin/settings', { method: 'PATCH', cookie: own.people.admin, body: { name, tagline, description } })
    return rows
  },
}

const LIST_STEP = 4
/** In the short form every 15th payload is used, a different set for each place. */
const SHORT_STEP = 15

async function submitPayloads(target: Target, { people }: OwnServer, place: Place): Promise<Row> {
  const { shownAt, lists } = place
  const step = target.isShort ? SHORT_STEP : 1
  const texts = SCRIPT_TEXTS.filter((_, index) => (index + PLACES.indexOf(place)) % step === 0)
  const member = String(readJson(await ask(target, '/api/me', { cookie: people.member }))['id'])
  const problems: string[] = []
  let accepted = 0
  let read = 0
  for (const [at, text] of texts.entries()) {
    const words = text.replaceAll('\0', '')
    const body = place.body(words, words.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' '))
    const cookie = place.by === 'guest' ? '' : people[place.by]
    const created = await ask(target, place.path, { body, cookie, method: place.method ?? 'POST' })
    const repeat = `${place.method ?? 'POST'} ${place.path} ${shorten(JSON.stringify(body), 200)}`
    if (created.status >= 500 || created.status === 429) problems.push(`${repeat}: ${created.status}`)
    if (created.status >= 300) continue
    accepted += 1
    const { id, slug } = readJson(created)
    // A list also shows earlier payloads, so it is read after every few.
    for (const place of [...shownAt, ...(at % LIST_STEP === 0 ? lists : [])]) {
      const path = place.replace('MEMBER', member).replace('ID', String(id)).replace('SLUG', String(slug))
      // As an administrator, who sees everything and gets no cached responses.
      const response = await ask(target, path, { cookie: people.admin })
      read += 1
      problems.push(...findProblems(response).map((problem) => `${repeat}; then GET ${path}: ${problem}`))
    }
  }
  if (accepted === 0 && !place.mayRefuseAll) problems.push(`${place.path} accepts no payload, so nothing was tested.`)
  return { name: place.name, tried: texts.length, problems, note: `${accepted} accepted, checked in ${read} responses` }
}

function findProblems({ status, headers, text }: TargetResponse): string[] {
  if (status >= 500) return [`${status}`]
  const type = headers.get('content-type') ?? ''
  const isFormula = type.includes('csv') && /(^|[",\n])[=+@-]cmd/.test(text)
  return [
    ...findScriptInResponse(type, text),
    ...(isFormula ? ['a formula that a spreadsheet runs'] : []),
    ...(headers.get('x-content-type-options') === 'nosniff' ? [] : ['no nosniff']),
  ]
}
