import { keepPreviousData, useQuery, type UndefinedInitialDataOptions } from '@tanstack/react-query'
import type { ApiError } from '#platform/client/api.client.ts'

/** One page of a list: refetched whenever its screen opens; the page before it stays visible until it has loaded. */
export const useList = <Data>(query: UndefinedInitialDataOptions<Data, ApiError>) =>
  useQuery({ ...query, placeholderData: keepPreviousData, refetchOnMount: 'always' })
