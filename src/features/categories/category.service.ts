import type { Context } from '#platform/contract/context.ts'
import type { ListResult } from '#platform/contract/endpoint.ts'
import { badRequest, notFound } from '#platform/contract/errors.ts'
import type { Category } from './category.contract.ts'
import * as queries from './category.queries.ts'

export async function listCategories(ctx: Context): Promise<ListResult<Category>> {
  const items = await queries.listCategoryRows(ctx)
  return { items, total: items.length }
}

/**
 * @param slugOrId treated as an id if it has only digits
 * @throws AppError 404 if there is no such category
 */
export async function getCategory(ctx: Context, slugOrId: string): Promise<Category> {
  const isId = /^\d{1,9}$/.test(slugOrId)
  const category = isId ? await queries.findCategoryById(ctx, Number(slugOrId)) : await queries.findCategoryBySlug(ctx, slugOrId)
  if (!category) throw notFound('category')
  return category
}

/** Returns the id of a category; undefined without a slug. For an unknown slug it is 0, which matches no row, so that lists are empty. */
export async function findCategoryId(ctx: Context, slug: string | undefined): Promise<number | undefined> {
  if (!slug) return undefined
  return (await queries.findCategoryIdBySlug(ctx, slug)) ?? 0
}

/** @throws AppError 400 with an error for `categoryId` if there is no such category */
export async function assertCategory(ctx: Context, id: number): Promise<void> {
  if (!(await queries.findCategoryById(ctx, id)))
    throw badRequest('No such category.', [{ path: 'categoryId', message: 'No such category.' }])
}
