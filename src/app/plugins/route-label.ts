/** Determines a low-cardinality label of a request, for metrics and traces. It contains no user input. */
import type { FastifyRequest } from 'fastify'
import { findPage } from '#features/pages/page-url.policy.ts'

/**
 * @returns method and route pattern, such as `GET /api/articles/:slug`, or `GET /articles/:slug` for a page; `GET /*` for unknown pages and
 *   the back-office; `GET *` if no route matches
 */
export function getRouteLabel(request: Pick<FastifyRequest, 'method' | 'url' | 'routeOptions' | 'is404'>): string {
  const url = request.is404 ? undefined : request.routeOptions.url
  const page = url === '/*' ? findPage(request.url.split('?', 1)[0] ?? '')?.path : url
  return `${request.method} ${page ?? url ?? '*'}`
}
