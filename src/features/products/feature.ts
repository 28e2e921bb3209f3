/** Defines the products feature: the catalogue with its specifications, prices and scores. */
import type { Feature } from '#platform/contract/feature.ts'
import { listRemoteProductPictures, replaceRemoteProductPicture } from './product-pictures.queries.ts'
import { restoreProduct } from '#features/products/editing/product-editing.service.ts'
import { refreshScores } from './scores/score.service.ts'
import { productRoutes } from './product.routes.ts'
import { refreshStaleSpecs } from '#features/products/specifications/spec.service.ts'
import { productSearch } from './product-search.queries.ts'

export const productsFeature: Feature = {
  name: 'products',
  dependsOn: ['redirects', 'audit', 'trash', 'uploads', 'categories', 'pictures', 'figures', 'job-queue'],
  search: [productSearch],
  api: [{ name: 'Products', about: 'The product catalogue: lists, specifications, comparisons, and editing.', routes: productRoutes }],
  jobs: [
    { name: 'parse product specifications', everySeconds: 60, watchedTables: ['products', 'settings'], run: refreshStaleSpecs },
    { name: 'update product scores', everySeconds: 60, watchedTables: ['products'], run: refreshScores },
  ],
  trash: { product: { restore: restoreProduct } },
  remotePictures: [{ list: listRemoteProductPictures, replace: replaceRemoteProductPicture }],
  tables: {
    products: { references: ['categories'], archive: { key: ['id'] }, personal: 'nothing' },
    rating_priors: { archive: { never: 'is derived from the reviews' }, personal: 'nothing' },
    product_figures: { references: ['products', 'categories'], archive: { key: ['product_id', 'key'] }, personal: 'nothing' },
  },
}
