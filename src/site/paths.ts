/** Builds the paths of all public pages and of two pages of the back-office. The type checker compares them with the page table. */
import { toRangeParameters } from '#features/products/product-filter.policy.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import { replyPath } from '#features/pages/reply-path.policy.ts'
import type { PagePath } from '#features/pages/page-table.policy.ts'
import type { ProductFilter } from '#features/products/product.client.ts'

type PathParams<Path extends string> = Path extends `${string}:${infer Name}` ? Record<Name, string> : object
declare module 'react-router' {
  interface Register {
    pages: { [Path in PagePath | '/admin']: { params: PathParams<Path> } }
  }
}

/** Appends tool inputs as query parameters. Colons, semicolons and commas stay unescaped: they separate the parts of an input. */
function appendInputs(path: string, inputs: Record<string, string>): string {
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
      product?: string | undefined
      show?: string | undefined
      sort?: string | undefined
      page?: number | undefined
    } = {},
  ) => pathTo('/forum', {}, search),
  topic: (id: number) => pathTo('/forum/:id', { id }),
  reply: replyPath,
  products: ({ specs, ...search }: ProductFilter = {}) => pathTo('/products', {}, { ...search, ...toRangeParameters(specs) }),
  /** Sorts the slugs, so that a set of products has one URL in spite of its many orders. Commas stay unescaped. */
  compare: (slugs: readonly string[] = [], search: { differences?: 1 | undefined; find?: string | undefined } = {}) =>
    pathTo('/compare', {}, { p: slugs.toSorted().join(','), ...search }).replaceAll('%2C', ','),
  /** @param sent `enquiry`: the page confirms that an enquiry was submitted */
  product: (slug: string, sent?: 'enquiry') => pathTo('/products/:slug', { slug }, { sent }),
  /** Returns the path of the search in the whole site, or in one kind of content or one category. */
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
  /** @param sent the page confirms that the links were sent, or that the enquiry was erased */
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
  /** @param tab tab of the profile; undefined means the overview */
  user: (id: number, tab?: string, search: { page?: number | undefined; search?: string | undefined } = {}) =>
    pathTo('/user/:id', { id }, { tab, ...search }),
  admin: () => '/admin',
  editArticle: (id: number) => `/admin/articles?open=${id}`,
  signUp: () => pathTo('/sign-up'),
  signIn: () => pathTo('/sign-in'),
  forgotPassword: () => pathTo('/forgot-password'),
  resetPassword: () => pathTo('/reset-password'),
  confirmEmail: () => pathTo('/confirm-email'),
  account: (tab?: string) => pathTo('/account', {}, { tab }),
  deploy: (step = 1) => pathTo('/deploy', {}, { step: step === 1 ? undefined : step }),
  /** @param nation nation of the UK; undefined means England */
  today: (nation?: string) => pathTo('/today', {}, { nation }),
  referenceValue: (key: string) => pathTo('/today/:slug', { slug: key }),
  tools: () => pathTo('/tools'),
  /** @param inputs values by input name, with which the tool is filled */
  tool: (name: string, inputs: Record<string, string> = {}) => appendInputs(pathTo('/tools/:slug', { slug: name }), inputs),
  plan: (inputs: Record<string, string> = {}) => appendInputs(pathTo('/plan'), inputs),
  myHome: () => pathTo('/my-home'),
  /** Returns the path of the forum with a prefilled form for a new topic. The content is in the fragment, so that it is not sent to the server. */
  newTopic: (prefilledTopic: { title: string; content?: string; category?: string; product?: string; productName?: string }) =>
    `${pathTo('/forum')}#ask?${new URLSearchParams(prefilledTopic)}`,
  about: (anchor?: string) => (anchor ? `${pathTo('/about')}#${anchor}` : pathTo('/about')),
}
