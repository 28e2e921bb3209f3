/** What stands on the card of each kind of page, read as a visitor would. */
import { getArticleEndpoint } from '#features/articles/article.contract.ts'
import { getCategoryEndpoint } from '#features/categories/category.contract.ts'
import { categoryClass } from '#features/categories/category.client.ts'
import { getExpertArticleEndpoint, listExpertsEndpoint } from '#features/experts/expert.contract.ts'
import { getTopicEndpoint } from '#features/forums/topic.contract.ts'
import type { ShareKind } from '#features/pictures/picture.client.ts'
import type { SharedPage } from '#features/pictures/share.service.ts'
import { pickProductImage } from '#features/products/product.client.ts'
import { getProductEndpoint } from '#features/products/product.contract.ts'
import { uploadPathOf } from '#features/uploads/upload.service.ts'
import { getUserEndpoint } from '#features/users/user.contract.ts'
import type { AnyInput, ResponseOf } from '#platform/client/api.client.ts'
import type { Context } from '#platform/contract/context.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { AppError } from '#platform/contract/errors.ts'

export const pictureNotFound = () => new AppError(404, 'picture.not_found', 'No such picture.')

/** Invokes a route as a visitor would. */
export type CallSharedRoute = <E extends Endpoint>(endpoint: E, input?: AnyInput) => Promise<ResponseOf<E>>
/** What stands on the card, and under which name it is kept. */
type SharedItem = Omit<SharedPage, 'site'> & { key: string | number }

type ReadSharedItem = (callRoute: CallSharedRoute, key: string, ctx: Context) => Promise<SharedItem>
export const SHARED_PAGES: ReadonlyMap<string, ReadSharedItem> = new Map<ShareKind, ReadSharedItem>([
  [
    'site',
    async (_ask, key, { site }) => {
      if (key !== 'home') throw pictureNotFound()
      const { name, tagline } = site.settings
      return { key, title: name, label: tagline, category: 'cat-living', art: { drawing: 'scenes/share.svg', shape: 'landscape' } }
    },
  ],
  [
    'article',
    async (callRoute, slug) => {
      const { title, featuredImage, categorySlug, categoryName, slug: key } = await callRoute(getArticleEndpoint, { params: { slug } })
      return { key, title, label: categoryName, category: categoryClass(categorySlug), art: artOf(featuredImage, categorySlug) }
    },
  ],
  [
    'product',
    async (callRoute, slug) => {
      const product = await callRoute(getProductEndpoint, { params: { slug } })
      const { name, categorySlug, categoryName, slug: key } = product
      const art = artOf(pickProductImage(product), categorySlug)
      return { key, title: name, label: categoryName, category: categoryClass(categorySlug), art }
    },
  ],
  [
    'expert-article',
    async (callRoute, id) => {
      const { title, expertId, id: key } = await callRoute(getExpertArticleEndpoint, { params: { id } })
      const expert = (await callRoute(listExpertsEndpoint)).items.find((one) => one.id === expertId)
      const art = artOf(expert?.avatarUrl, undefined)
      return { key, title, label: expert ? `Expert advice by ${expert.name}` : 'Expert advice', art: roundIfDrawn(art) }
    },
  ],
  [
    'category',
    async (callRoute, slugOrId) => {
      const { name, slug } = await callRoute(getCategoryEndpoint, { params: { slugOrId } })
      return { key: slug, title: name, label: 'Category', category: categoryClass(slug), art: artOf(undefined, slug) }
    },
  ],
  [
    'topic',
    async (callRoute, id) => {
      const { title, categoryName, categorySlug, id: key } = await callRoute(getTopicEndpoint, { params: { id } })
      const label = categoryName ? `Forum: ${categoryName}` : 'Forum'
      return { key, title, label, category: categoryClass(categorySlug), art: artOf(undefined, categorySlug) }
    },
  ],
  [
    'user',
    async (callRoute, id) => {
      const { displayName, username, level, id: key } = await callRoute(getUserEndpoint, { params: { id } })
      const art = { drawing: 'scenes/share.svg', shape: 'panel' } as const
      return { key, title: displayName ?? username, label: `Member, level ${level}`, category: 'cat-living', art }
    },
  ],
])

const CATEGORIES = new Set(['electric-vehicles', 'solar-panels', 'battery-storage', 'home-efficiency', 'green-living', 'ev-chargers'])

/** The page's own drawing or upload; one from elsewhere is not fetched, and its category's drawing stands there. */
function artOf(image: string | null | undefined, categorySlug: string | undefined): SharedPage['art'] {
  if (image?.startsWith('/art/')) return { drawing: image.slice('/art/'.length), shape: 'panel' }
  const upload = image?.startsWith('/uploads/') ? uploadPathOf(image.slice('/uploads/'.length)) : undefined
  if (upload) return { photo: upload.path }
  const known = categorySlug !== undefined && CATEGORIES.has(categorySlug)
  return { drawing: known ? `categories/${categorySlug}.svg` : 'scenes/share.svg', shape: 'panel' }
}

const roundIfDrawn = (art: SharedPage['art']): SharedPage['art'] => ('photo' in art ? art : { ...art, shape: 'round' })
