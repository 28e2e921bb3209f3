/** Where the public pages are, for what is read without a browser: maps and feeds. The pages' own list is src/site/paths.ts; a test holds the two together. */
export const pageAddress = {
  home: '/',
  articles: '/articles',
  products: '/products',
  compare: '/compare',
  forum: '/forum',
  about: '/about',
  deploy: '/deploy',
  article: (slug: string) => `/articles/${encodeURIComponent(slug)}`,
  expertArticle: (id: number) => `/articles/expert/${id}`,
  product: (slug: string) => `/products/${encodeURIComponent(slug)}`,
  topic: (id: number, page = 1) => `/forum/${id}${page > 1 ? `?page=${page}` : ''}`,
  category: (slug: string) => `/category/${encodeURIComponent(slug)}`,
  user: (id: number) => `/user/${id}`,
}
