import type { Query } from '@tanstack/react-query'

const ADDRESSES = ['/api/products', '/api/categories', '/api/reviews', '/api/admin/dashboard', '/api/admin/trash', '/api/admin/audit']

/** Whatever may show a product, or count them. */
export const isChangedByProduct = ({ queryKey }: Pick<Query, 'queryKey'>): boolean =>
  ADDRESSES.some((address) => String(queryKey[0]).startsWith(address))
