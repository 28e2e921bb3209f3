/** Every public address, checked against the table of pages. */
import { toRangeParameters } from '#features/products/product-filter.policy.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import type { PagePath } from '#features/pages/page-table.policy.ts'
import type { ProductFilter } from '#features/products/product.client.ts'

type PartsOf<Path extends string> = Path extends `${string}:${infer Name}` ? Record<Name, string> : object
declare module 'react-router' {
  interface Register {
    pages: { [Path in PagePath | '/admin']: { params: PartsOf<Path> } }
  }
}

export const paths = {
  home: () => pathTo('/'),
  articles: (search: { category?: string | undefined; search?: string | undefined; page?: number | undefined } = {}) =>
    pathTo('/articles', {}, search),
  article: (slug: string) => pathTo('/articles/:slug', { slug }),
  expertArticle: (id: number) => pathTo('/articles/expert/:id', { id }),
  forum: (
    search: { category?: string | undefined; search?: string | undefined; sort?: string | undefined; page?: number | undefined } = {},
  ) => pathTo('/forum', {}, search),
  topic: (id: number) => pathTo('/forum/:id', { id }),
  products: ({ figures, ...search }: ProductFilter = {}) => pathTo('/products', {}, { ...search, ...toRangeParameters(figures) }),
  /** One address for each set of products: four products have 24 orders. The commas between them stay readable. */
  compare: (slugs: readonly string[] = [], search: { differences?: 1 | undefined; find?: string | undefined } = {}) =>
    pathTo('/compare', {}, { p: slugs.toSorted().join(','), ...search }).replaceAll('%2C', ','),
  /** @param sent says that what was sent from this page's form has arrived */
  product: (slug: string, sent?: 'enquiry') => pathTo('/products/:slug', { slug }, { sent }),
  enquiry: (slug: string) => pathTo('/enquiry/:slug', { slug }),
  newsletter: (sent?: 'newsletter') => pathTo('/newsletter', {}, { sent }),
  category: (slug: string) => pathTo('/category/:slug', { slug }),
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
  about: (anchor?: string) => (anchor ? `${pathTo('/about')}#${anchor}` : pathTo('/about')),
}
