import { apiQuery } from '#platform/client/api.client.ts'

export type { Category } from './category.contract.ts'
export const categoriesQuery = () => apiQuery('GET /api/categories')
export const categoryQuery = (slugOrId: string) => apiQuery('GET /api/categories/:slugOrId', { params: { slugOrId } })

/** Returns the CSS class that sets the colours of a category; unknown slugs get the class of green living. */
export const categoryClass = (slug: string | null | undefined): string =>
  ({
    'electric-vehicles': 'cat-ev',
    'solar-panels': 'cat-solar',
    'battery-storage': 'cat-battery',
    'home-efficiency': 'cat-home',
    'green-living': 'cat-living',
    'ev-chargers': 'cat-charger',
  })[slug ?? ''] ?? 'cat-living'

/** @param id id of a category, from 1 to 6; other numbers get the class of green living */
export const categoryClassById = (id: number | null | undefined): string =>
  ['cat-ev', 'cat-solar', 'cat-battery', 'cat-home', 'cat-living', 'cat-charger'][(id ?? 0) - 1] ?? 'cat-living'
