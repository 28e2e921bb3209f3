/** The catalogue. */
import type { Feature } from '#platform/feature.ts'
import { listRemoteProductPictures, replaceRemoteProductPicture } from './product-pictures.queries.ts'
import { restoreProduct } from './product-editing.service.ts'
import { productRoutes } from './product.routes.ts'
import { refreshStaleSpecs } from './spec.service.ts'

export const productsFeature: Feature = {
  name: 'products',
  standsOn: ['redirects', 'audit', 'trash', 'uploads', 'categories', 'pictures'],
  api: [{ name: 'Products', about: 'The catalogue: lists, figures, comparisons, and editing.', routes: productRoutes }],
  jobs: [{ name: 'read the figures of products', everySeconds: 60, run: refreshStaleSpecs }],
  trash: { product: { restore: restoreProduct } },
  remotePictures: [{ list: listRemoteProductPictures, replace: replaceRemoteProductPicture }],
  tables: {
    products: { references: ['categories'], archive: { key: ['id'] }, personal: 'nothing' },
    product_figures: { references: ['products', 'categories'], archive: { key: ['product_id', 'key'] }, personal: 'nothing' },
  },
}
