/** Parses the page number of a list from the URL. */
import { PAGE_MAX } from '#platform/contract/list-limits.client.ts'

/** @returns undefined for the first page, and for a missing or invalid number */
export function parseLaterPage(params: URLSearchParams, max = PAGE_MAX): number | undefined {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page > 1 && page <= max ? page : undefined
}

/** @returns 1 if the number is missing or invalid */
export const parsePage = (params: URLSearchParams): number => parseLaterPage(params) ?? 1
