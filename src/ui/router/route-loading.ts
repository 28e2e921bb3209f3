/** What a page needs before it can be shown: its files, and that its loader has been asked. */
import type { LoaderFunctionArgs, RouteMatch, RouteObject, RouterContextProvider } from 'react-router'

/** Fetches what the routes have in files of their own, once. */
export async function loadRoutes(matches: readonly RouteMatch[]): Promise<void> {
  await Promise.all(
    matches.map(async ({ route }) => {
      const { lazy } = route
      if (typeof lazy !== 'object') return
      const [Component, loader] = await Promise.all([lazy.Component?.(), lazy.loader?.()])
      Object.assign(route, { Component, loader, lazy: undefined })
    }),
  )
}

interface Asking {
  url: URL
  signal: AbortSignal
  context: RouterContextProvider
}

/**
 * In the browser a loader only starts queries, or says that the page is elsewhere.
 * @param before the page that is left: a route of both that need not be asked again is not
 * @returns where to go instead
 */
export async function startLoaders(
  matches: readonly RouteMatch[],
  before: readonly RouteMatch[],
  { url, signal, context }: Asking,
): Promise<string | undefined> {
  const asked = matches.filter(({ route }) => !(route.shouldRevalidate && before.some((one) => one.route === route)))
  const results = await Promise.all(
    asked.map(async ({ route, params }) => {
      if (typeof route.loader !== 'function') return undefined
      const args: LoaderFunctionArgs = { request: new Request(url, { signal }), url, pattern: patternOf(route), params, context }
      try {
        return await route.loader(args)
      } catch (thrown) {
        if (thrown instanceof Response) return thrown
        throw thrown
      }
    }),
  )
  for (const result of results) {
    const location = result instanceof Response ? result.headers.get('location') : null
    if (location !== null) return location
  }
  return undefined
}

const patternOf = ({ path = '' }: RouteObject) => `/${path}`
