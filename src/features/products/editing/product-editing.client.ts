import type { input } from 'zod'
import { api, apiQuery } from '#platform/client/api.client.ts'
import type { ProductListQuery } from '#features/products/product.contract.ts'
import type * as contract from './product-editing.contract.ts'

export type ProductInput = input<typeof contract.ProductForm>
export type ProductListInput = input<typeof ProductListQuery>

/** Queries the public list with the long texts, so that the edit form opens without another request. */
export const adminProductsQuery = (query: ProductListInput) => apiQuery('GET /api/products', { query })
export const saveProduct = (body: ProductInput & { id?: number }) => api('POST /api/products', { body })
export const changeProduct = (id: number, body: input<typeof contract.ProductChange>) =>
  api('PATCH /api/products/:id', { params: { id }, body })
export const deleteProduct = (id: number) => api('DELETE /api/products/:id', { params: { id } })

/** Loads the schema for the product form, which is not in the initial bundle. */
export const loadProductForm = async () => (await import('./product-editing.contract.ts')).ProductForm
