/** Products that the visitor has selected for comparison, stored in the browser. */
import { MAX_COMPARED } from '#features/products/product-filter.policy.ts'
import { createStoredValue } from '#platform/client/stored-value.client.ts'

export interface ComparedItem {
  slug: string
  name: string
  categoryId: number | null
}

const isCompared = (one: ComparedItem | null) => typeof one?.slug === 'string' && typeof one.name === 'string'

const compared = createStoredValue<readonly ComparedItem[]>({
  key: 'compare',
  empty: [],
  parse: (text) => (JSON.parse(text) as ComparedItem[]).filter(isCompared).slice(0, MAX_COMPARED),
})

export const useCompared = compared.useValue

/** @returns false if the comparison is full */
export function addToCompared({ slug, name, categoryId }: ComparedItem): boolean {
  const others = compared.read().filter((one) => one.slug !== slug)
  if (others.length >= MAX_COMPARED) return false
  compared.write([...others, { slug, name, categoryId }])
  return true
}

export function removeFromCompared(slug: string): void {
  const all = compared.read()
  const others = all.filter((one) => one.slug !== slug)
  if (others.length < all.length) compared.write(others)
}
export const clearCompared = (): void => compared.write([])
