/**
 * A page's loader names the queries it needs. On the server they are waited for, so that the page arrives complete;
 * in the browser they are only started, so that the page moves at once and shows what it has.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createContext, data, type LoaderFunctionArgs } from 'react-router'
import { ApiError } from '#platform/api.client.ts'

export interface PageContext {
  queryClient: QueryClient
  onServer: boolean
}
export const pageContext = createContext<PageContext>()

interface Query<T> {
  queryKey: QueryKey
  staleTime?: unknown
  /** Only for the type of the data. */
  initialData?: T | undefined
}

export class PageLoad {
  status = 200
  readonly params: Record<string, string | undefined>
  readonly search: URLSearchParams
  readonly #queryClient: QueryClient
  constructor(queryClient: QueryClient, args: LoaderFunctionArgs) {
    this.#queryClient = queryClient
    this.params = args.params
    this.search = new URL(args.request.url).searchParams
  }

  /** What the page is about: when it fails, the page's status is the failure's. */
  async need<T>(query: unknown): Promise<T | undefined> {
    try {
      return await this.#fetch<T>(query as Query<T>)
    } catch (fault) {
      this.status = fault instanceof ApiError ? fault.status : 500
      return undefined
    }
  }

  /** What the page can do without. */
  async want<T>(query: unknown): Promise<T | undefined> {
    return this.#fetch<T>(query as Query<T>).catch(() => undefined)
  }

  #fetch<T>({ queryKey }: Query<T>): Promise<T> {
    return this.#queryClient.ensureQueryData({ queryKey }) as Promise<T>
  }
}

/** Makes a route loader from a plan of queries. */
export const load = (plan: (page: PageLoad) => Promise<unknown>) => async (args: LoaderFunctionArgs) => {
  const { queryClient, onServer } = args.context.get(pageContext)
  const page = new PageLoad(queryClient, args)
  const done = plan(page)
  if (!onServer) {
    void done.catch(() => undefined)
    return null
  }
  await done
  return page.status === 200 ? null : data(null, { status: page.status })
}
