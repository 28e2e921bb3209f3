/** Paths of all public pages, type-checked against the page table. */
import { toRangeParameters } from '#features/products/product-filter.policy.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import { replyPath } from '#features/pages/reply-path.policy.ts'
import type { PagePath } from '#features/pages/page-table.policy.ts'
import type { ProductFilter } from '#features/products/product.client.ts'

type PartsOf<Path extends string> = Path extends `${string}:${infer Name}` ? Record<Name, string> : object
declare module 'react-router' {
  interface Register {
    pages: { [Path in PagePath | '/admin']: { params: PartsOf<Path> } }
  }
}

/** Appends tool inputs as query parameters. Colons, semicolons and commas, which separate parts of an input, stay unescaped. */
function withInputs(path: string, inputs: Record<string, string>): string {
  const search = String(new URLSearchParams(Object.entries(inputs).filter(([, text]) => text !== '')))
  return search ? `${path}?${search.replaceAll('%3A', ':').replaceAll('%3B', ';').replaceAll('%2C', ',')}` : path
}

export const paths = {
  home: () => pathTo('/'),
  articles: (search: { category?: string | undefined; search?: string | undefined; page?: number | undefined } = {}) =>
    pathTo('/articles', {}, search),
  article: (slug: string) => pathTo('/articles/:slug', { slug }),
  expertArticle: (id: number) => pathTo('/articles/expert/:id', { id }),
  forum: (
    search: {
      category?: string | undefined
      search?: string | undefined
      sort?: string | undefined
      page?: number | undefined
    } = {},
  ) => pathTo('/forum', {}, search),
  topic: (id: number) => pathTo('/forum/:id', { id }),
  reply: replyPath,
  products: ({ specs, ...search }: ProductFilter = {}) => pathTo('/products', {}, { ...search, ...toRangeParameters(specs) }),
  /** Sorts the slugs, so that each set of products has one URL (four products have 24 orders). Commas stay unescaped. */
  compare: (slugs: readonly string[] = [], search: { differences?: 1 | undefined; find?: string | undefined } = {}) =>
    pathTo('/compare', {}, { p: slugs.toSorted().join(','), ...search }).replaceAll('%2C', ','),
  /** @param sent confirms on the page that its form was submitted */
  product: (slug: string, sent?: 'enquiry') => pathTo('/products/:slug', { slug }, { sent }),
  /** Search of the whole site, optionally limited to a kind or category. */
  search: (
    search: {
      q?: string | undefined
      kind?: string | undefined
      category?: string | undefined
      exact?: '1' | undefined
      page?: number | undefined
    } = {},
  ) => pathTo('/search', {}, search),
  enquiry: (slug: string) => pathTo('/enquiry/:slug', { slug }),
  /** @param sent confirms on the page that the links were sent or the enquiry was erased */
  findEnquiry: (sent?: 'links' | 'erased') => pathTo('/enquiry-status', {}, { sent }),
  enquiryStatus: (key: string) => pathTo('/enquiry-status/:slug', { slug: key }),
  notices: (page?: number) => pathTo('/notices', {}, { page }),
  unsubscribeNotices: (key: string) => pathTo('/notices/leave/:slug', { slug: key }),
  newsletter: (sent?: 'newsletter', page?: number) => pathTo('/newsletter', {}, { sent, page }),
  issue: (id: number) => pathTo('/newsletter/:id', { id }),
  newsletterPreferences: (key: string) => pathTo('/newsletter/preferences', {}, { key }),
  category: (slug: string) => pathTo('/category/:slug', { slug }),
  moderation: () => pathTo('/moderation'),
  decision: (key: string) => pathTo('/decisions/:slug', { slug: key }),
  user: (id: number) => pathTo('/user/:id', { id }),
  admin: () => '/admin',
  editArticle: (id: number) => `/admin/articles?open=${id}`,
  signUp: () => pathTo('/sign-up'),
  signIn: () => pathTo('/sign-in'),
  forgotPassword: () => pathTo('/forgot-password'),
  resetPassword: () => pathTo('/reset-password'),
  confirmEmail: () => pathTo('/confirm-email'),
  account: (tab?: string) => pathTo('/account', {}, { tab }),
  deploy: (step = 1) => pathTo('/deploy', {}, { step: step === 1 ? undefined : step }),
  /** @param nation England if absent */
  today: (nation?: string) => pathTo('/today', {}, { nation }),
  referenceValue: (key: string) => pathTo('/today/:slug', { slug: key }),
  tools: () => pathTo('/tools'),
  /** @param inputs inputs to fill the tool with */
  tool: (name: string, inputs: Record<string, string> = {}) => withInputs(pathTo('/tools/:slug', { slug: name }), inputs),
  plan: (inputs: Record<string, string> = {}) => withInputs(pathTo('/plan'), inputs),
  myHome: () => pathTo('/my-home'),
  /** The forum with a prefilled form for a new topic. The content is in the fragment, so that it is not sent to the server. */
  newTopic: (question: { title: string; content?: string; category?: string }) =>
    `${pathTo('/forum')}#ask?${new URLSearchParams(question)}`,
  about: (anchor?: string) => (anchor ? `${pathTo('/about')}#${anchor}` : pathTo('/about')),
}
