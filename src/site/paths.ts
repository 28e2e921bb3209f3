/** Every public address, checked against the list of pages. */
import { href } from 'react-router'
import { rangeParameters } from '#features/products/product-filter.policy.ts'
import type { ProductFilter } from '#features/products/product.client.ts'

declare module 'react-router' {
  interface Register {
    pages: {
      '/': { params: object }
      '/articles': { params: object }
      '/articles/:slug': { params: { slug: string } }
      '/articles/expert/:id': { params: { id: string } }
      '/forum': { params: object }
      '/forum/:id': { params: { id: string } }
      '/products': { params: object }
      '/products/:slug': { params: { slug: string } }
      '/compare': { params: object }
      '/enquiry/:slug': { params: { slug: string } }
      '/category/:slug': { params: { slug: string } }
      '/newsletter': { params: object }
      '/user/:id': { params: { id: string } }
      '/about': { params: object }
      '/deploy': { params: object }
      '/admin': { params: object }
      '/sign-up': { params: object }
      '/sign-in': { params: object }
      '/forgot-password': { params: object }
      '/reset-password': { params: object }
      '/account': { params: object }
    }
  }
}

type Search = Record<string, string | number | undefined>

/** Adds the parameters that have a value; page 1 goes without saying. */
const withSearch = (path: string, search: Search): string => {
  const given = Object.entries(search).filter(([name, value]) => value !== undefined && value !== '' && !(name === 'page' && value === 1))
  return given.length ? `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : path
}

export const paths = {
  home: () => href('/'),
  articles: (search: { category?: string | undefined; search?: string | undefined; page?: number | undefined } = {}) =>
    withSearch(href('/articles'), search),
  article: (slug: string) => href('/articles/:slug', { slug }),
  expertArticle: (id: number) => href('/articles/expert/:id', { id: String(id) }),
  forum: (
    search: { category?: string | undefined; search?: string | undefined; sort?: string | undefined; page?: number | undefined } = {},
  ) => withSearch(href('/forum'), search),
  topic: (id: number) => href('/forum/:id', { id: String(id) }),
  products: ({ figures, ...search }: ProductFilter = {}) => withSearch(href('/products'), { ...search, ...rangeParameters(figures) }),
  /** One address for each set of products: four products have 24 orders. The commas between them stay readable. */
  compare: (slugs: readonly string[] = [], search: { differences?: 1 | undefined; find?: string | undefined } = {}) =>
    withSearch(href('/compare'), { p: slugs.toSorted().join(','), ...search }).replaceAll('%2C', ','),
  /** @param sent says that what was sent from this page's form has arrived */
  product: (slug: string, sent?: 'enquiry') => withSearch(href('/products/:slug', { slug }), { sent }),
  enquiry: (slug: string) => href('/enquiry/:slug', { slug }),
  newsletter: (sent?: 'newsletter') => withSearch(href('/newsletter'), { sent }),
  category: (slug: string) => href('/category/:slug', { slug }),
  user: (id: number) => href('/user/:id', { id: String(id) }),
  admin: () => href('/admin'),
  editArticle: (id: number) => `${href('/admin')}/articles?open=${id}`,
  signUp: () => href('/sign-up'),
  signIn: () => href('/sign-in'),
  forgotPassword: () => href('/forgot-password'),
  resetPassword: () => href('/reset-password'),
  account: (tab?: string) => withSearch(href('/account'), { tab }),
  deploy: (step = 1) => withSearch(href('/deploy'), { step: step === 1 ? undefined : step }),
  about: (anchor?: string) => (anchor ? `${href('/about')}#${anchor}` : href('/about')),
}
