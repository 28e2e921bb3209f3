/** Finds the routes that an address may mean: trying all of them, one after another, would take a twentieth of what a list costs. */
import { createStaticHandler, type RouteObject, type StaticHandler } from 'react-router'

/** @returns gives the handler of those routes that begin like a path; of all routes where the path begins like none of them */
export function indexRoutesByStart(routes: RouteObject[]): (pathname: string) => StaticHandler {
  const all = createStaticHandler(routes)
  const handlers = new Map<string, StaticHandler>()
  for (const start of new Set(startsOf(routes))) handlers.set(start, createStaticHandler(withStart(routes, start)))
  return (pathname) => handlers.get(startOf(pathname)) ?? all
}

/** The first part of a path. Capitals make no other address, as with the router. */
const startOf = (path: string): string => path.replace(/^\//, '').split('/', 1)[0]!.toLowerCase()

/** What takes any address, or one with a name at its beginning. */
const isOpen = (path: string): boolean => /^[*:]/.test(path)

function startsOf(routes: RouteObject[]): string[] {
  return routes.flatMap(({ path, index, children = [] }) => {
    if (index) return ['']
    if (path === undefined) return startsOf(children)
    return isOpen(path) ? [] : [startOf(path)]
  })
}

function withStart(routes: RouteObject[], start: string): RouteObject[] {
  return routes.flatMap((route): RouteObject[] => {
    const { path, index, children } = route
    if (index) return start === '' ? [route] : []
    if (path !== undefined) return isOpen(path) || startOf(path) === start ? [route] : []
    const kept = withStart(children ?? [], start)
    return kept.length > 0 ? [{ ...route, children: kept } as RouteObject] : []
  })
}
