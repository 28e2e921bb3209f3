import { door } from '#platform/door.ts'
import { featuredProductsEndpoint, getProductEndpoint, listProductsEndpoint, productsOfCategoryEndpoint } from './product.contract.ts'
import { getProduct, listFeaturedProducts, listProducts, listProductsOfCategory } from './product.service.ts'

export const productRoutes = [
  door(listProductsEndpoint, (ctx, { query }) => listProducts(ctx, query)),
  door(featuredProductsEndpoint, (ctx, { query }) => listFeaturedProducts(ctx, query)),
  door(productsOfCategoryEndpoint, (ctx, { params, query }) => listProductsOfCategory(ctx, params.categoryId, query)),
  door(getProductEndpoint, (ctx, { params }) => getProduct(ctx, params.slug)),
]
