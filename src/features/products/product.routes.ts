import { route } from '#platform/contract/route.ts'
import { featuredProductsEndpoint, getProductEndpoint, listProductsEndpoint, productsOfCategoryEndpoint } from './product.contract.ts'
import { changeProductEndpoint, deleteProductEndpoint, saveProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { changeProduct, deleteProduct, saveProduct } from '#features/products/editing/product-editing.service.ts'
import { listProductSpecs } from '#features/products/specifications/spec.service.ts'
import {
  compareProductsEndpoint,
  productCountsEndpoint,
  productSpecsEndpoint,
} from '#features/products/specifications/product-spec.contract.ts'
import {
  compareProducts,
  countProducts,
  getProduct,
  listFeaturedProducts,
  listProducts,
  listProductsOfCategory,
} from './product.service.ts'

export const productRoutes = [
  route(listProductsEndpoint, (ctx, { query }) => listProducts(ctx, query)),
  route(featuredProductsEndpoint, (ctx, { query }) => listFeaturedProducts(ctx, query)),
  route(productsOfCategoryEndpoint, (ctx, { params, query }) => listProductsOfCategory(ctx, params.categoryId, query)),
  route(productSpecsEndpoint, (ctx, { query }) => listProductSpecs(ctx, query.category)),
  route(productCountsEndpoint, (ctx) => countProducts(ctx)),
  route(compareProductsEndpoint, (ctx, { query }) => compareProducts(ctx, query.p)),
  route(getProductEndpoint, (ctx, { params }) => getProduct(ctx, params.slug)),
  route(saveProductEndpoint, (ctx, { body }) => saveProduct(ctx, body)),
  route(changeProductEndpoint, (ctx, { params, body }) => changeProduct(ctx, params.id, body)),
  route(deleteProductEndpoint, (ctx, { params }) => deleteProduct(ctx, params.id)),
]
