/**
 * Page loaders name the queries of a page. The server waits for them, so that the page is rendered complete; the browser only starts them,
 * so that navigation is immediate.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createContext, data, redirect, type LoaderFunctionArgs } from 'react-router'
import { ApiError, type ApiTransport } from '#platform/client/api.client.ts'
import { tablesOfQueries } from '#platform/client/query-refresh.client.ts'

export interface PageContext {
  queryClient: QueryClient
  /** Set on the server only; in the browser the query client fetches. */
  transport?: ApiTransport
}
export const pageContext = createContext<PageContext>()

interface Query<T> {
  queryKey: QueryKey
  staleTime?: unknown
  /** Carries only the type of the data. */
  initialData?: T | undefined
}

const MOVED_PERMANENTLY = 301
const PERMANENT_REDIRECT = 308

export class PageLoad {
  status = 200
  #redirect: { path: string; status: number } | undefined
  readonly params: Record<string, string | undefined>
  readonly search: URLSearchParams
  readonly #context: PageContext
  constructor(context: PageContext, args: LoaderFunctionArgs) {
    this.#context = context
    this.params = args.params
    this.search = new URL(args.request.url).searchParams
  }

  /** Loads a query that the page cannot do without. If it fails, the page gets its status. @returns undefined if it fails */
  async required<T>(query: Pick<Query<T>, 'queryKey'>): Promise<T | undefined> {
    try {
      return await this.#fetch<T>(query)
    } catch (error) {
      this.status = error instanceof ApiError ? error.status : 500
      return undefined
    }
  }

  /** Sets status 404 for a page after the last one of a list. The first page of an empty list exists. */
  requireListPage(list: { total: number } | undefined, pageNumber: number, perPage: number): void {
    if (list && pageNumber > 1 && pageNumber > Math.ceil(list.total / perPage)) this.status = 404
  }

  /** Loads a query that the page can do without. @returns undefined if it fails */
  async optional<T>(query: Pick<Query<T>, 'queryKey'>): Promise<T | undefined> {
    return this.#fetch<T>(query).catch(() => undefined)
  }

  /** Redirects (301) to the new path of the page's subject, with the query. In the browser the page component redirects. */
  redirectPermanently(path: string): void {
    this.#redirect = { path: this.search.size ? `${path}?${this.search}` : path, status: MOVED_PERMANENTLY }
  }

  /** Redirects (308) to the canonical URL of the same page. In the browser the page component redirects. */
  redirectToCanonical(path: string): void {
    this.#redirect = { path, status: PERMANENT_REDIRECT }
  }

  /** The loader's result: a redirect, or the status if it is not 200. */
  get response() {
    if (this.#redirect) return redirect(this.#redirect.path, this.#redirect.status)
    return this.status === 200 ? null : data(null, { status: this.status })
  }

  /** Fetches a query's data. On the server, bypasses the query client's observers and retries. */
  async #fetch<T>({ queryKey }: Query<T>): Promise<T> {
    const { queryClient, transport } = this.#context
    if (!import.meta.env.SSR || !transport) return queryClient.ensureQueryData<T>({ queryKey })
    const options = queryClient.defaultQueryOptions({ queryKey })
    const cache = queryClient.getQueryCache()
    const cached = cache.get<T>(options.queryHash)?.state.data
    if (cached !== undefined) return cached
    const [path, input] = queryKey
    try {
      const onTables = (tables: readonly string[]) => void tablesOfQueries(queryClient).set(options.queryHash, tables)
      const result = (await transport('GET', path, input, onTables)) as T
      cache.build(queryClient, options).setData(result, { manual: true })
      return result
    } catch (error) {
      const query = cache.build(queryClient, options)
      query.setState({ ...query.state, status: 'error', error: error as Error, errorUpdateCount: 1 })
      throw error
    }
  }
}

/** Creates a React Router loader. @param load loads the page's queries; on the server the loader throws its errors */
export const createLoader = (load: (page: PageLoad) => Promise<unknown>) => async (args: LoaderFunctionArgs) => {
  const context = args.context.get(pageContext)
  const page = new PageLoad(context, args)
  const done = load(page)
  if (!context.transport) {
    void done.catch(() => undefined)
    return null
  }
  await done
  return page.response
}
