/**
 * A page's loader names the queries it needs. On the server they are waited for, so that the page arrives complete;
 * in the browser they are only started, so that the page moves at once and shows what it has.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createContext, data, redirect, type LoaderFunctionArgs } from 'react-router'
import { ApiError, type ApiTransport } from '#platform/client/api.client.ts'
import { tablesOfQueries } from '#platform/client/query-refresh.client.ts'

export interface PageContext {
  queryClient: QueryClient
  /** On the server: asks for the data straight away. In the browser the query client does that. */
  transport?: ApiTransport
}
export const pageContext = createContext<PageContext>()

interface Query<T> {
  queryKey: QueryKey
  staleTime?: unknown
  /** Only for the type of the data. */
  initialData?: T | undefined
}

const MOVED = 301
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

  /** What the page is about: when it fails, the page's status is the failure's. */
  async required<T>(query: Pick<Query<T>, 'queryKey'>): Promise<T | undefined> {
    try {
      return await this.#fetch<T>(query)
    } catch (fault) {
      this.status = fault instanceof ApiError ? fault.status : 500
      return undefined
    }
  }

  /** Answers 404 for a page of a list after its last one. The first page of an empty list exists. */
  requireListPage(list: { total: number } | undefined, number: number, perPage: number): void {
    if (list && number > 1 && number > Math.ceil(list.total / perPage)) this.status = 404
  }

  /** What the page can do without. */
  async optional<T>(query: Pick<Query<T>, 'queryKey'>): Promise<T | undefined> {
    return this.#fetch<T>(query).catch(() => undefined)
  }

  /** What this page is about has another address now. In the browser the page itself goes there. */
  redirectPermanently(path: string): void {
    this.#redirect = { path: this.search.size ? `${path}?${this.search}` : path, status: MOVED }
  }

  /** The same page has one address, and this is it, parameters and all. In the browser the page itself goes there. */
  redirectToCanonical(path: string): void {
    this.#redirect = { path, status: PERMANENT_REDIRECT }
  }

  /** What the server answers beside the page's data. */
  get response() {
    if (this.#redirect) return redirect(this.#redirect.path, this.#redirect.status)
    return this.status === 200 ? null : data(null, { status: this.status })
  }

  /** The server knows the answer at once and leaves out the query client's machinery for waiting and trying again. */
  async #fetch<T>({ queryKey }: Query<T>): Promise<T> {
    const { queryClient, transport } = this.#context
    if (!import.meta.env.SSR || !transport) return queryClient.ensureQueryData<T>({ queryKey })
    const options = queryClient.defaultQueryOptions({ queryKey })
    const cache = queryClient.getQueryCache()
    const known = cache.get<T>(options.queryHash)?.state.data
    if (known !== undefined) return known
    const [path, input] = queryKey
    try {
      const noteTables = (tables: readonly string[]) => void tablesOfQueries(queryClient).set(options.queryHash, tables)
      const answer = (await transport('GET', path, input, noteTables)) as T
      cache.build(queryClient, options).setData(answer, { manual: true })
      return answer
    } catch (fault) {
      const query = cache.build(queryClient, options)
      query.setState({ ...query.state, status: 'error', error: fault as Error, errorUpdateCount: 1 })
      throw fault
    }
  }
}

/** Makes a route loader from a plan of queries. */
export const createLoader = (plan: (page: PageLoad) => Promise<unknown>) => async (args: LoaderFunctionArgs) => {
  const context = args.context.get(pageContext)
  const page = new PageLoad(context, args)
  const done = plan(page)
  if (!context.transport) {
    void done.catch(() => undefined)
    return null
  }
  await done
  return page.response
}
