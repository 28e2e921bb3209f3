/** Which products this browser has put aside to compare: up to four, kept here and nowhere else. */
import { useSyncExternalStore } from 'react'
import { MAX_COMPARED } from '#features/products/product-filter.policy.ts'

export interface AddToComparedResult {
  slug: string
  name: string
  categoryId: number | null
}

const PLACE = 'compare'
const NONE: readonly AddToComparedResult[] = []
const listeners = new Set<() => void>()
let known: readonly AddToComparedResult[] | undefined

/** What is put aside; nothing on the server and while the page is taken over. */
export const useCompared = (): readonly AddToComparedResult[] => useSyncExternalStore(listen, read, () => NONE)

/** @returns false when there are four already */
export function addToCompared(product: AddToComparedResult): boolean {
  const others = read().filter(({ slug }) => slug !== product.slug)
  if (others.length >= MAX_COMPARED) return false
  const { slug, name, categoryId } = product
  write([...others, { slug, name, categoryId }])
  return true
}

export function removeFromCompared(slug: string): void {
  const others = read().filter((one) => one.slug !== slug)
  if (others.length < read().length) write(others)
}
export const clearCompared = (): void => write(NONE)

function listen(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', fromElsewhere)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', fromElsewhere)
  }
}

/** Another tab of this browser has changed it. */
function fromElsewhere({ key }: StorageEvent): void {
  if (key !== null && key !== PLACE) return
  known = undefined
  for (const listener of listeners) listener()
}

/** The same list until it changes. Where nothing may be kept, it lasts as long as the page. */
function read(): readonly AddToComparedResult[] {
  if (known) return known
  let kept: unknown
  try {
    kept = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
  } catch {
    // Kept by nobody we know, or not readable: as good as nothing.
  }
  const isPutAside = (one: AddToComparedResult | null) => typeof one?.slug === 'string' && typeof one.name === 'string'
  known = Array.isArray(kept) ? kept.filter(isPutAside).slice(0, MAX_COMPARED) : NONE
  return known
}

function write(products: readonly AddToComparedResult[]): void {
  known = products
  try {
    if (products.length > 0) localStorage.setItem(PLACE, JSON.stringify(products))
    else localStorage.removeItem(PLACE)
  } catch {
    // Full or forbidden: the page remembers on its own.
  }
  for (const listener of listeners) listener()
}
