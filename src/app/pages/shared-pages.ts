/** Reads the content of the Open Graph image of each kind of page, with a visitor's rights. */
import { categoryClass } from '#features/categories/category.client.ts'
import type { ShareKind } from '#features/pictures/picture.client.ts'
import type { SharedPage } from '#features/pictures/share.service.ts'
import { pickProductImage } from '#features/products/product.client.ts'
import { uploadPathOf } from '#features/uploads/upload.service.ts'
import type { AnyInput } from '#platform/client/api.client.ts'
import type { ReadCall, ResponseOf } from '#platform/client/api-calls.client.ts'
import type { Context } from '#platform/contract/context.ts'
import { AppError } from '#platform/contract/errors.ts'

export const createPictureNotFoundError = () => new AppError(404, 'picture.not_found', 'No such picture.')

/** Invokes a route with a visitor's rights. */
export type CallSharedRoute = <C extends ReadCall>(call: C, input?: AnyInput) => Promise<ResponseOf<C>>
/** Content of an Open Graph image, and the key under which the image is stored. */
type SharedItem = Omit<SharedPage, 'site'> & { key: string | number }

type ReadSharedItem = (callRoute: CallSharedRoute, key: string, ctx: Context) => Promise<SharedItem>
export const SHARED_PAGES: ReadonlyMap<string, ReadSharedItem> = new Map<ShareKind, ReadSharedItem>([
  [
    'site',
    async (_ask, key, { site }) => {
      if (key !== 'home') throw createPictureNotFoundError()
      const { name, tagline } = site.settings
      return { key, title: name, label: tagline, category: 'cat-living', art: { drawing: 'scenes/share.svg', shape: 'landscape' } }
    },
  ],
  [
    'article',
    async (callRoute, slug) => {
      const {
        title,
        featuredImage,
        categorySlug,
        categoryName,
        slug: key,
      } = await callRoute('GET /api/articles/:slug', { params: { slug } })
      return { key, title, label: categoryName, category: categoryClass(categorySlug), art: chooseArt(featuredImage, categorySlug) }
    },
  ],
  [
    'product',
    async (callRoute, slug) => {
      const product = await callRoute('GET /api/products/:slug', { params: { slug } })
      const { name, categorySlug, categoryName, isDemo, slug: key } = product
      const art = chooseArt(pickProductImage(product), categorySlug)
      return { key, title: name, label: markDemo(categoryName, isDemo), category: categoryClass(categorySlug), art }
    },
  ],
  [
    'expert-article',
    async (callRoute, id) => {
      const { title, expertId, isDemo, id: key } = await callRoute('GET /api/expert-articles/:id', { params: { id } })
      const expert = (await callRoute('GET /api/experts')).items.find((candidate) => candidate.id === expertId)
      const art = chooseArt(expert?.avatarUrl, undefined)
      const label = expert ? `Expert advice by ${expert.name}` : 'Expert advice'
      return { key, title, label: markDemo(label, isDemo), art: makeDrawingRound(art) }
    },
  ],
  [
    'category',
    async (callRoute, slugOrId) => {
      const { name, slug } = await callRoute('GET /api/categories/:slugOrId', { params: { slugOrId } })
      return { key: slug, title: name, label: 'Category', category: categoryClass(slug), art: chooseArt(undefined, slug) }
    },
  ],
  [
    'topic',
    async (callRoute, id) => {
      const { title, categoryName, categorySlug, isDemo, id: key } = await callRoute('GET /api/forums/:id', { params: { id } })
      const label = categoryName ? `Forum: ${categoryName}` : 'Forum'
      return { key, title, label: markDemo(label, isDemo), category: categoryClass(categorySlug), art: chooseArt(undefined, categorySlug) }
    },
  ],
  [
    'user',
    async (callRoute, id) => {
      const { displayName, username, level, isDemo, id: key } = await callRoute('GET /api/users/:id', { params: { id } })
      const art = { drawing: 'scenes/share.svg', shape: 'panel' } as const
      return { key, title: displayName ?? username, label: markDemo(`Member, level ${level}`, isDemo), category: 'cat-living', art }
    },
  ],
])

/** Marks the label of demo content, as the image is shown without its page. */
const markDemo = (label: string, isDemo: boolean): string => (isDemo ? `Demo · ${label}` : label)

const CATEGORIES_WITH_DRAWING = new Set([
  'electric-vehicles',
  'solar-panels',
  'battery-storage',
  'home-efficiency',
  'green-living',
  'ev-chargers',
])

/** Returns the page's own drawing or upload. External images are not fetched; the category's drawing replaces them. */
function chooseArt(image: string | null | undefined, categorySlug: string | undefined): SharedPage['art'] {
  if (image?.startsWith('/art/')) return { drawing: image.slice('/art/'.length), shape: 'panel' }
  const upload = image?.startsWith('/uploads/') ? uploadPathOf(image.slice('/uploads/'.length)) : undefined
  if (upload) return { photo: upload.path }
  const hasDrawing = categorySlug !== undefined && CATEGORIES_WITH_DRAWING.has(categorySlug)
  return { drawing: hasDrawing ? `categories/${categorySlug}.svg` : 'scenes/share.svg', shape: 'panel' }
}

const makeDrawingRound = (art: SharedPage['art']): SharedPage['art'] => ('photo' in art ? art : { ...art, shape: 'round' })
