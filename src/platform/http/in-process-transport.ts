/** Lets pages and forms invoke API routes in process, without HTTP. */
import {
  addReadDependencies,
  addWriteDependencies,
  createDependencies,
  trackDependencies,
  type QueryDependencies,
} from '#db/changes/query-dependencies.ts'
import { tablesAmong } from '#db/changes/row-keys.ts'
import type { TableCache } from '#platform/cache/table-cache.ts'
import { ApiError, type AnyInput, type ApiTransport } from '#platform/client/api.client.ts'
import type { Context, ViewedItem } from '#platform/contract/context.ts'
import { AppError, notFound } from '#platform/contract/errors.ts'
import type { Route } from '#platform/contract/route.ts'
import { describeDatabaseProblem } from './database-problem.ts'

/** Whether browsers must not store the response, because they can be shared: it is private or for members, and not `isStorable`. */
export const isPersonal = ({ endpoint }: Route): boolean => endpoint.isPrivate || (endpoint.access !== 'public' && !endpoint.isStorable)

/** Every response depends on the site's settings. */
const SETTINGS = 'settings'
/** Returns the tables that a response depends on, sorted. */
export const readTables = ({ reads }: QueryDependencies): string[] => [...tablesAmong([...reads, SETTINGS])].toSorted()

/** Routes by call (`'GET /api/things'`), for calls in process. */
export const indexRoutes = (routes: Route[]) => new Map(routes.map((route) => [route.endpoint.call, route]))

/** The result of a route, and the item whose views it counts. */
export interface CachedData {
  result: unknown
  viewed: ViewedItem | undefined
}

/**
 * Creates the transport of pages on the server: invokes the same routes without HTTP.
 * @param data cache of public results; without it every call reads the database
 * @param onPersonal called for each call whose result is personal
 * @returns a transport that throws ApiError: with the status and message of an AppError or a database problem, otherwise 500
 */
export function inProcessTransport(
  routes: ReadonlyMap<string, Route>,
  ctx: Context,
  data?: TableCache<CachedData>,
  onPersonal?: () => void,
): ApiTransport {
  return async (method, path, input, onTables) => {
    try {
      const route = routes.get(`${method} ${path}`)
      if (!route) throw notFound('page')
      if (isPersonal(route)) onPersonal?.()
      const isShared = !ctx.viewer && method === 'GET' && route.endpoint.access === 'public' && !route.endpoint.isPrivate
      const { result, tables } = data && isShared ? await invokeCached(route, ctx, input, data) : await invokeTracked(route, ctx, input)
      onTables?.(tables)
      return result
    } catch (error) {
      if (error instanceof AppError) throw new ApiError(error.status, error.message, { errors: error.errors ?? [] })
      const problem = describeDatabaseProblem(error)
      ctx.log.error({ err: error, path }, problem?.reason ?? 'page data loading failed')
      if (problem) throw new ApiError(problem.error.status, problem.error.message)
      throw new ApiError(500, 'Something broke on our side.')
    }
  }
}

interface TrackedResult {
  result: unknown
  tables: readonly string[]
}

/** Invokes a route and adds its dependencies to those of the page. */
async function invokeTracked(route: Route, ctx: Context, input: AnyInput): Promise<TrackedResult> {
  const dependencies = createDependencies()
  try {
    const result = await trackDependencies(dependencies, () => route.invoke(ctx, input))
    return { result, tables: readTables(dependencies) }
  } finally {
    addReadDependencies(dependencies.reads)
    addWriteDependencies(dependencies.writes)
  }
}

/** Returns the cached result, or invokes the route without the caller, which is not part of the cache key. */
async function invokeCached(route: Route, ctx: Context, input: AnyInput, data: TableCache<CachedData>): Promise<TrackedResult> {
  const key = `${ctx.site.id} ${route.endpoint.path} ${JSON.stringify(input)}`
  const { value, tables } = await data.get(ctx.site.id, key, async () => {
    const dependencies = createDependencies()
    const viewed: { first?: ViewedItem } = {}
    const { caller: _caller, ...sharedCtx } = ctx
    const recordingCtx = { ...sharedCtx, recordView: (item: ViewedItem) => (viewed.first ??= item) }
    const result = await trackDependencies(dependencies, () => route.invoke(recordingCtx, input))
    return { value: { result, viewed: viewed.first }, tables: dependencies.reads, bytes: JSON.stringify(result).length * 2 }
  })
  addReadDependencies(tables)
  if (value.viewed) ctx.recordView?.(value.viewed)
  return { result: value.result, tables: [...tablesAmong(tables)].toSorted() }
}
