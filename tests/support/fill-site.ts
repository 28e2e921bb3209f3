/** Fills a site with a given text in every long field, through the API as an administrator. */
import type { FastifyInstance } from 'fastify'
import { MAX_LINES } from '#features/products/specifications/split-lines.policy.ts'

type Text = (length: number) => string

const LISTS = [
  '/',
  '/articles',
  '/api/articles',
  '/products',
  '/api/products',
  '/forum',
  '/admin/forums',
  '/category/green-living',
  '/feed.xml',
  '/feed.json',
  '/sitemap.xml',
]

let posted = 0

/** @returns the URLs that show the text */
export async function fillSite(app: FastifyInstance, text: Text): Promise<string[]> {
  const post = async (url: string, payload: object) => {
    const headers = { 'x-forwarded-for': `10.200.${posted >> 8}.${posted++ & 255}` }
    const { statusCode, body } = await app.inject({ method: 'POST', url, payload, headers })
    if (statusCode !== 201) throw new Error(`${url} answers ${statusCode}: ${body}`)
    return JSON.parse(body) as { id: number; slug: string }
  }
  /** Part of each text, so that no cached rendering of another one is reused. */
  const name = crypto.randomUUID()
  const line = (length: number) => `A ${text(length - 8).replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')}`.slice(0, length - 8) + ' thing'
  const words = (length: number) => `${name} ${text(length - 50)} a`.slice(0, length)
  /** At most the number of lines that a product may have. */
  const lines = (all: string) => all.split('\n').slice(0, MAX_LINES).join('\n')
  const { slug: article, id: articleId } = await post('/api/articles', {
    title: line(200),
    slug: name,
    content: words(200_000),
    authorName: line(120),
    categoryId: 1,
    summary: '',
  })
  const { slug: product } = await post('/api/products', {
    name: line(200),
    slug: name,
    description: words(20_000),
    categoryId: 1,
    price: line(120),
    features: lines(words(10_000)),
    technicalSpecs: lines(`${name}: ${text(9900)}`),
    isFeatured: true,
  })
  const { id: topic } = await post('/api/forums', { title: line(120), content: words(20_000), categoryId: 1 })
  for (let replies = 0; replies < 5; replies++) await post('/api/forum-replies', { content: words(20_000), forumId: topic })
  const productPages = ['', '?tab=specifications'].map((tab) => `/products/${product}${tab}`)
  return [
    `/articles/${article}`,
    `/api/articles/${article}`,
    `/api/admin/articles/${articleId}`,
    `/admin/articles/${articleId}`,
    ...productPages,
    `/api/products/${product}`,
    `/compare?products=${product},wayside-post-7`,
    `/forum/${topic}`,
    `/forum/${topic}/feed.atom`,
    `/api/forum-replies/${topic}`,
    ...LISTS,
  ]
}
