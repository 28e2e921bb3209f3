/** Stores the products that the visitor has selected for comparison in the browser. */
import { MAX_COMPARED } from '#features/products/product-filter.policy.ts'
import { createStoredValue } from '#platform/client/stored-value.client.ts'

export interface ComparedItem {
  slug: string
  name: string
  categoryId: number | null
  /** Absent in selections that were stored by earlier versions. */
  isDemo?: boolean
}

const isComparedItem = (item: ComparedItem | null) => typeof item?.slug === 'string' && typeof item.name === 'string'

const compared = createStoredValue<readonly ComparedItem[]>({
  key: 'compare',
  empty: [],
  parse: (text) => (JSON.parse(text) as ComparedItem[]).filter(isComparedItem).slice(0, MAX_COMPARED),
})

export const useCompared = compared.useValue

/** Adds a product, or moves it to the end. @returns false, without a change, if the comparison is full */
export function addToCompared({ slug, name, categoryId, isDemo }: ComparedItem): boolean {
  const others = compared.read().filter((item) => item.slug !== slug)
  if (others.length >= MAX_COMPARED) return false
  compared.write([...others, { slug, name, categoryId, isDemo }])
  return true
}

export function removeFromCompared(slug: string): void {
  const items = compared.read()
  const others = items.filter((item) => item.slug !== slug)
  if (others.length < items.length) compared.write(others)
}
export const clearCompared = (): void => compared.write([])
