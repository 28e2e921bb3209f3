import type { input } from 'zod'
import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type { listProductsEndpoint, ProductListQuery } from '#features/products/product.contract.ts'
import type * as contract from './product-editing.contract.ts'
import { changeProductCall, deleteProductCall, saveProductCall } from './product-editing.endpoints.ts'
import { listProductsCall } from '#features/products/product.endpoints.ts'

export type ProductInput = input<typeof contract.ProductForm>
export type ProductListInput = input<typeof ProductListQuery>

/** The administrator's list: the public one, with its long texts, so that the form opens at once. */
export const adminProductsQuery = (query: ProductListInput) => apiQuery<typeof listProductsEndpoint>(listProductsCall, { query })
export const saveProduct = (body: ProductInput & { id?: number }) =>
  sendRequest<typeof contract.saveProductEndpoint>(saveProductCall, { body })
export const changeProduct = (id: number, body: input<typeof contract.ProductChange>) =>
  sendRequest<typeof contract.changeProductEndpoint>(changeProductCall, { params: { id }, body })
export const deleteProduct = (id: number) => sendRequest<typeof contract.deleteProductEndpoint>(deleteProductCall, { params: { id } })

/** The checks of the contract, fetched when a form needs them. */
export const loadProductForm = async () => (await import('./product-editing.contract.ts')).ProductForm
