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

let postCount = 0

/** @param text returns a text of a given length @returns the URLs that show the text */
export async function fillSite(app: FastifyInstance, text: Text): Promise<string[]> {
  const post = async (url: string, payload: object) => {
    const headers = { 'x-forwarded-for': `10.200.${postCount >> 8}.${postCount++ & 255}` }
    const { statusCode, body } = await app.inject({ method: 'POST', url, payload, headers })
    if (statusCode !== 201) throw new Error(`${url} answers ${statusCode}: ${body}`)
    return JSON.parse(body) as { id: number; slug: string }
  }
  /** Unique part of each text, so that no cached rendering of another text is reused. */
  const name = crypto.randomUUID()
  const createLine = (length: number) => `A ${text(length - 8).replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')}`.slice(0, length - 8) + ' thing'
  const createText = (length: number) => `${name} ${text(length - 50)} a`.slice(0, length)
  /** Limits a text to the number of lines that a product may have. */
  const limitLines = (text: string) => text.split('\n').slice(0, MAX_LINES).join('\n')
  const { slug: article, id: articleId } = await post('/api/articles', {
    title: createLine(200),
    slug: name,
    content: createText(200_000),
    authorName: createLine(120),
    categoryId: 1,
    summary: '',
  })
  const { slug: product } = await post('/api/products', {
    name: createLine(200),
    slug: name,
    description: createText(20_000),
    categoryId: 1,
    price: createLine(120),
    features: limitLines(createText(10_000)),
    technicalSpecs: limitLines(`${name}: ${text(9900)}`),
    isFeatured: true,
  })
  const { id: topic } = await post('/api/forums', { title: createLine(120), content: createText(20_000), categoryId: 1 })
  for (let replies = 0; replies < 5; replies++) await post('/api/forum-replies', { content: createText(20_000), forumId: topic })
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
