/** All walked screens: the pages of both page tables, at paths that have content. */
import { OFFICE, OWN, PUBLIC } from '../every-page.ts'
import { post, uniqueWord, type Person, type Role, type WalkedSite } from './walked-site.ts'

export interface Screen {
  role: Role
  /** Stable name for reports. */
  name: string
  /** Called again after each successful write, as links in mails can be used once. */
  findPath: (site: WalkedSite, person: Person) => Promise<string>
  /** Whether to walk the header, footer and menu, which are the same on every screen. */
  hasFrame: boolean
}

/** Excludes empty states, which have no controls. */
const hasContent = (path: string) => !/nowhere|nothing-like|99|extra|aaaaaaaa|sent=|age=old/.test(path)
const pathsOf = (pages: Record<string, string[]>) => Object.values(pages).flatMap((paths) => paths.filter(hasContent))
const FRAMES = new Set(['/about', '/admin'])

/** Screens behind links in mails, and a member's own content. */
const CREATED_SCREENS: Record<string, { role: Role; findPath: Screen['findPath'] }> = {
  '/enquiry-status/:slug': {
    role: 'visitor',
    async findPath(site) {
      const email = `${uniqueWord()}@example.org`
      await post(await site.guest(), '/api/enquiries', {
        name: 'Ada',
        email,
        phone: '01632 960123',
        address: '1 The Row',
        productId: 1,
      })
      return site.linkInMail(email, /https?:\S+\/enquiry-status\/[\w~-]+/)
    },
  },
  '/newsletter/confirm#key': { role: 'visitor', findPath: (site) => newsletterLink(site, false) },
  '/newsletter/preferences#key': {
    role: 'visitor',
    findPath: async (site) => (await newsletterLink(site, true)).replace('/confirm', '/preferences'),
  },
  '/newsletter/unsubscribe#key': {
    role: 'visitor',
    findPath: async (site) => (await newsletterLink(site, true)).replace('/confirm', '/unsubscribe'),
  },
  '/reset-password#token': {
    role: 'visitor',
    async findPath(site) {
      const { context, username } = await site.open('member')
      await context.close()
      const email = `${username}@example.org`
      await post(await site.guest(), '/api/password-reset', { email })
      return site.linkInMail(email, /https?:\S+\/reset-password#[\w-]+/)
    },
  },
  '/confirm-email#token': {
    role: 'member',
    findPath: (site, { username }) => site.linkInMail(`${username}@example.org`, /https?:\S+\/confirm-email#[\w-]+/),
  },
  'a topic of the member': {
    role: 'member',
    async findPath(site, { context }) {
      const { id } = await post<{ id: number }>(context.request, '/api/forums', {
        title: `Mine ${uniqueWord()}`,
        content: 'Does it hum?',
        categoryId: 1,
      })
      await post(context.request, '/api/forum-replies', { forumId: id, content: 'It does not.' })
      return `/forum/${id}`
    },
  },
  'a review of the member': {
    role: 'member',
    async findPath(site, { context }) {
      const review = {
        productId: 1,
        rating: 4,
        title: 'Warm',
        content: 'Quiet and warm in the whole house.',
      }
      await post(context.request, '/api/reviews', review)
      const products = (await (await context.request.get('/api/products?perPage=50')).json()) as {
        id: number
        slug: string
      }[]
      return `/products/${products.find(({ id }) => id === 1)?.slug}?tab=reviews`
    },
  },
}

async function newsletterLink(site: WalkedSite, isConfirmed: boolean): Promise<string> {
  const email = `${uniqueWord()}@example.org`
  const guest = await site.guest()
  await post(guest, '/api/newsletter', { email })
  const link = await site.linkInMail(email, /https?:\S+\/newsletter\/confirm\S*key=[\w-]+|https?:\S+\/newsletter\/confirm#[\w-]+/)
  const token = /[\w-]+$/.exec(link)?.[0]
  if (isConfirmed) await post(guest, '/api/newsletter/confirm', { token })
  return `/newsletter/confirm#${token}`
}

const plain = (role: Role, path: string): Screen => ({
  role,
  name: path,
  findPath: async () => path,
  hasFrame: FRAMES.has(path),
})

export const SCREENS: readonly Screen[] = [
  ...pathsOf(PUBLIC).map((path) => plain('visitor', path)),
  ...[...pathsOf(OWN), ...pathsOf(PUBLIC).filter((path) => !/^\/(sign-|forgot|reset|today|newsletter\/)/.test(path))].map((path) =>
    plain('member', path),
  ),
  ...[
    ...pathsOf(OFFICE),
    '/',
    '/about',
    '/forum',
    '/forum/1',
    '/articles/winter-range',
    '/products/hearthstone-keep-10',
    '/products/hearthstone-keep-10?tab=reviews',
    '/account',
    '/user/2',
  ].map((path) => plain('administrator', path)),
  ...Object.entries(CREATED_SCREENS).map(([name, { role, findPath }]) => ({
    role,
    name,
    findPath,
    hasFrame: false,
  })),
]
