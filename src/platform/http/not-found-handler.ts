/**
 * Responds to requests without a route (RFC 9110): 404 for unknown paths, 405 with `Allow` for other methods of a path, 501 for unknown
 * methods.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound } from '#platform/contract/errors.ts'

/** Methods that at least one endpoint has; any other gets 501. */
const IMPLEMENTED = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']
/** Catch-all for unknown API paths, ignored when the methods of a path are collected. */
const ANY_CALL = '/api/*'

interface Route {
  url: string
  pattern: RegExp
  methods: readonly string[]
}

/** Registers the handler. Must be called before the routes are registered, because it collects their methods. */
export function registerNotFoundHandler(app: FastifyInstance): void {
  const routes: Route[] = []
  app.addHook('onRoute', ({ url, method }) => void routes.push({ url, pattern: toPattern(url), methods: [method].flat() }))
  const reject = (request: FastifyRequest, reply: FastifyReply) =>
    sendMethodError(request, reply, listMethods(routes, request.url.split('?')[0] ?? ''))
  // Rejects the request before its body is read.
  app.addHook('onRequest', async (request, reply) => (request.is404 ? reject(request, reply) : undefined))
  // Without this route, the catch-all route of pages would match.
  app.get(ANY_CALL, async (request, reply) => reject(request, reply))
}

function sendMethodError({ method }: FastifyRequest, reply: FastifyReply, methods: string[]): FastifyReply {
  // The pattern matches, but the router does not: a path parameter exceeds `maxParamLength`.
  if (methods.includes(method) && method !== 'OPTIONS') throw notFound('page')
  const allow = methods.join(', ')
  if (allow) reply.header('allow', allow)
  if (!IMPLEMENTED.includes(method)) throw new AppError(501, 'request.method_unknown', `This site does not know the method ${method}.`)
  if (!allow) throw notFound('page')
  if (method === 'OPTIONS') return reply.status(204).send()
  throw new AppError(405, 'request.method_not_allowed', `This address takes ${allow}, and not ${method}.`)
}

/** Lists the methods of a path; empty for unknown paths. Page routes match every path except those of the API. */
function listMethods(routes: readonly Route[], path: string): string[] {
  if (path === '*') return IMPLEMENTED
  const isCall = path.startsWith('/api/')
  const matching = routes.filter(({ url, pattern }) => pattern.test(path) && !(isCall && (url === ANY_CALL || url === '/*')))
  const methods = new Set(matching.flatMap((route) => route.methods))
  if (methods.size) methods.add('OPTIONS')
  return IMPLEMENTED.filter((method) => methods.has(method))
}

const toPattern = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/:\w+/g, '[^/]+')
      .replaceAll('*', '.*')}$`,
  )
