/** What a request was for, as one of a few hundred words: never with what somebody has typed. */
import type { FastifyRequest } from 'fastify'
import { findPage } from '#features/pages/page-url.policy.ts'

/** `GET /api/articles/:slug`, or of a page `GET /articles/:slug`; `GET /*` is no page, or one of the back-office. */
export function routeLabel(request: Pick<FastifyRequest, 'method' | 'url' | 'routeOptions' | 'is404'>): string {
  const url = request.is404 ? undefined : request.routeOptions.url
  const page = url === '/*' ? findPage(request.url.split('?', 1)[0] ?? '')?.path : url
  return `${request.method} ${page ?? url ?? '*'}`
}
