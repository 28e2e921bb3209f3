import { keepPreviousData, useQuery, type UndefinedInitialDataOptions } from '@tanstack/react-query'
import type { ApiError } from '#platform/client/api.client.ts'

/** Queries a page of a list, always refetching on mount. The previous page stays visible while the next one loads. */
export const useList = <Data>(query: UndefinedInitialDataOptions<Data, ApiError>) =>
  useQuery({ ...query, placeholderData: keepPreviousData, refetchOnMount: 'always' })
