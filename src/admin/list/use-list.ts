import { keepPreviousData, useQuery, type UndefinedInitialDataOptions } from '@tanstack/react-query'
import type { ApiError } from '#platform/client/api.client.ts'

/** Query of a list page: refetched on mount; the previous page stays visible while loading. */
export const useList = <Data>(query: UndefinedInitialDataOptions<Data, ApiError>) =>
  useQuery({ ...query, placeholderData: keepPreviousData, refetchOnMount: 'always' })
