import { route } from '#platform/contract/route.ts'
import { getCategoryEndpoint, listCategoriesEndpoint } from './category.contract.ts'
import { getCategory, listCategories } from './category.service.ts'

export const categoryRoutes = [
  route(listCategoriesEndpoint, (ctx) => listCategories(ctx)),
  route(getCategoryEndpoint, (ctx, { params }) => getCategory(ctx, params.slugOrId)),
]
