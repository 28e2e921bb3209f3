/** Requests that no route takes. RFC 9110: 404 where nothing is, 405 with `Allow` where other methods are, 501 for a method that is nowhere here. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound } from '#platform/contract/errors.ts'

/** Methods that at least one endpoint has; any other is answered with 501. */
const IMPLEMENTED = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']
/** Takes every address below, so it says nothing about any of them. */
const ANY_CALL = '/api/*'

interface Route {
  url: string
  pattern: RegExp
  methods: readonly string[]
}

/** Call it before the routes are made: it learns from them which methods an address takes. */
export function registerNotFoundHandler(app: FastifyInstance): void {
  const routes: Route[] = []
  app.addHook('onRoute', ({ url, method }) => void routes.push({ url, pattern: patternOf(url), methods: [method].flat() }))
  const refuse = (request: FastifyRequest, reply: FastifyReply) =>
    sendMethodError(request, reply, methodsAt(routes, request.url.split('?')[0] ?? ''))
  // Before the body is read: whatever it is, there is no use for it.
  app.addHook('onRequest', async (request, reply) => (request.is404 ? refuse(request, reply) : undefined))
  // Otherwise the pages would take it.
  app.get(ANY_CALL, async (request, reply) => refuse(request, reply))
}

function sendMethodError({ method }: FastifyRequest, reply: FastifyReply, methods: string[]): FastifyReply {
  // The router takes no name that is longer than any there is: then it is the name that is wrong.
  if (methods.includes(method) && method !== 'OPTIONS') throw notFound('page')
  const allow = methods.join(', ')
  if (allow) reply.header('allow', allow)
  if (!IMPLEMENTED.includes(method)) throw new AppError(501, 'request.method_unknown', `This site does not know the method ${method}.`)
  if (!allow) throw notFound('page')
  if (method === 'OPTIONS') return reply.status(204).send()
  throw new AppError(405, 'request.method_not_allowed', `This address takes ${allow}, and not ${method}.`)
}

/** Empty where nothing is. The pages take every address, but for those of the API. */
function methodsAt(routes: readonly Route[], path: string): string[] {
  if (path === '*') return IMPLEMENTED
  const isCall = path.startsWith('/api/')
  const there = routes.filter(({ url, pattern }) => pattern.test(path) && !(isCall && (url === ANY_CALL || url === '/*')))
  const methods = new Set(there.flatMap((route) => route.methods))
  if (methods.size) methods.add('OPTIONS')
  return IMPLEMENTED.filter((method) => methods.has(method))
}

/** `/api/things/:id` takes any id, `/files/*` whatever follows. */
const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/:\w+/g, '[^/]+')
      .replaceAll('*', '.*')}$`,
  )
