import { door } from '#platform/door.ts'
import { getCategoryEndpoint, listCategoriesEndpoint } from './category.contract.ts'
import { getCategory, listCategories } from './category.service.ts'

export const categoryRoutes = [
  door(listCategoriesEndpoint, (ctx) => listCategories(ctx)),
  door(getCategoryEndpoint, (ctx, { params }) => getCategory(ctx, params.slugOrId)),
]
