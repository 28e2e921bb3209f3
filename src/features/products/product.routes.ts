import { door } from '#platform/door.ts'
import { featuredProductsEndpoint, getProductEndpoint, listProductsEndpoint, productsOfCategoryEndpoint } from './product.contract.ts'
import { changeProductEndpoint, deleteProductEndpoint, saveProductEndpoint } from './product-editing.contract.ts'
import { changeProduct, deleteProduct, saveProduct } from './product-editing.service.ts'
import { listFigures } from './figure.service.ts'
import { compareProductsEndpoint, productCountsEndpoint, productFiguresEndpoint } from './product-figure.contract.ts'
import {
  compareProducts,
  countProducts,
  getProduct,
  listFeaturedProducts,
  listProducts,
  listProductsOfCategory,
} from './product.service.ts'

export const productRoutes = [
  door(listProductsEndpoint, (ctx, { query }) => listProducts(ctx, query)),
  door(featuredProductsEndpoint, (ctx, { query }) => listFeaturedProducts(ctx, query)),
  door(productsOfCategoryEndpoint, (ctx, { params, query }) => listProductsOfCategory(ctx, params.categoryId, query)),
  door(productFiguresEndpoint, (ctx, { query }) => listFigures(ctx, query.category)),
  door(productCountsEndpoint, (ctx) => countProducts(ctx)),
  door(compareProductsEndpoint, (ctx, { query }) => compareProducts(ctx, query.p)),
  door(getProductEndpoint, (ctx, { params }) => getProduct(ctx, params.slug)),
  door(saveProductEndpoint, (ctx, { body }) => saveProduct(ctx, body)),
  door(changeProductEndpoint, (ctx, { params, body }) => changeProduct(ctx, params.id, body)),
  door(deleteProductEndpoint, (ctx, { params }) => deleteProduct(ctx, params.id)),
]
