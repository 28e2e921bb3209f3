/** Accepts HTML forms without JavaScript. The action of the form's page invokes the same route as an API call. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { signOutEndpoint } from '#features/accounts/account.contract.ts'
import { postEnquiryEndpoint } from '#features/enquiries/enquiry.contract.ts'
import { addEnquiryMessageEndpoint, sendEnquiryLinksEndpoint } from '#features/enquiries/tracking/tracking.contract.ts'
import { unsubscribeFromNoticesEndpoint } from '#features/notices/notice.contract.ts'
import { changePreferencesEndpoint } from '#features/newsletter/interests/interest.contract.ts'
import { confirmSubscriptionEndpoint, oneClickUnsubscribeEndpoint, subscribeEndpoint } from '#features/newsletter/newsletter.contract.ts'
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import { freshCookie } from '#platform/http/cookie.ts'
import { ApiError, type ApiTransport } from '#platform/client/api.client.ts'
import { invalidateWrites } from '#platform/http/api-server.ts'
import { inProcessTransport } from '#platform/http/in-process-transport.ts'
import type { ResponseHeaders } from '#platform/contract/context.ts'
import { AppError } from '#platform/contract/errors.ts'
import { describeError } from '#platform/http/error-handler.ts'
import { errorPage } from '#platform/http/error-page.ts'
import type { PageRenderer } from '#platform/pages/page-renderer.ts'
import { RequestView } from '#platform/cache/request-view.ts'
import { privateHeaders, readPageUrl } from './pages.ts'

/** The page's path and the endpoint behind its form, which share one rate limit. */
const FORMS = [
  { path: '/account', endpoint: signOutEndpoint },
  { path: '/newsletter', endpoint: subscribeEndpoint },
  { path: '/newsletter/confirm', endpoint: confirmSubscriptionEndpoint },
  { path: '/newsletter/preferences', endpoint: changePreferencesEndpoint },
  { path: '/enquiry/:slug', endpoint: postEnquiryEndpoint },
  { path: '/notices/leave/:slug', endpoint: unsubscribeFromNoticesEndpoint },
  { path: '/enquiry-status', endpoint: sendEnquiryLinksEndpoint },
  { path: '/enquiry-status/:slug', endpoint: addEnquiryMessageEndpoint },
]
/** One-click unsubscribe by mail clients (RFC 8058): the URL contains all input, and the body is ignored, whatever its form encoding. */
const ONE_CLICK = { path: '/newsletter/unsubscribe', endpoint: oneClickUnsubscribeEndpoint }
const MAX_ONE_CLICK_BYTES = 4096
const FORM_TYPE = 'application/x-www-form-urlencoded'
const MULTIPART_TYPE = 'multipart/form-data'
const createNotAFormError = () => new AppError(415, 'request.not_a_form', `Send the form as ${FORM_TYPE}.`)

export async function formsPlugin(app: FastifyInstance, services: AppServices): Promise<void> {
  const { pages } = services
  if (!pages) return
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_ONE_CLICK_BYTES }, (_request, _body, done) =>
      done(null, new URLSearchParams()),
    )
    scope.setErrorHandler(sendFailurePage)
    const limiter = app.rateLimiters.get(ONE_CLICK.endpoint.path)
    scope.post(ONE_CLICK.path, limiter ? { preHandler: limiter } : {}, async (request, reply) => {
      if (request.body === undefined) request.body = new URLSearchParams()
      return respondToForm(request, reply, pages, services)
    })
  })
  // Encapsulated plugin: API routes must never accept form bodies (CSRF defence).
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) => done(null, new URLSearchParams(String(body))))
    // Mail clients may send multipart for one-click unsubscribe (RFC 8058 §3.2); only the path matters.
    scope.addContentTypeParser(MULTIPART_TYPE, { parseAs: 'string' }, (request, _body, done) =>
      request.url.startsWith('/notices/leave/') ? done(null, new URLSearchParams()) : done(createNotAFormError()),
    )
    scope.setErrorHandler(async (error, request, reply) => {
      // A rate-limited form is re-rendered with the submitted values.
      if (error instanceof AppError && error.status === 429) return respondToForm(request, reply, pages, services, error)
      return sendFailurePage(error, request, reply)
    })
    for (const { path, endpoint } of FORMS) {
      const limiter = app.rateLimiters.get(endpoint.path)
      // A preHandler runs after the body was parsed, so that a rate-limited form can be re-rendered.
      scope.post(path, limiter ? { preHandler: limiter } : {}, (request, reply) => respondToForm(request, reply, pages, services))
    }
  })
}

/** Renders a form's page after running its action. @param refusal error with which the form's API call is rejected without running it */
async function respondToForm(request: FastifyRequest, reply: FastifyReply, pages: PageRenderer, services: AppServices, refusal?: AppError) {
  const { ctx, origin, body } = request
  if (!(body instanceof URLSearchParams)) throw createNotAFormError()
  const bundle = await pages.load()
  const dependencies = createDependencies()
  const caller = ctx.caller && { ...ctx.caller, isPlainForm: true as const }
  // Only headers that change the browser's state are passed on: signing out removes cookies and stored data of the member.
  const headers: ResponseHeaders = {
    set: (name, value) => void (['set-cookie', 'clear-site-data'].includes(name) && reply.header(name, value)),
  }
  const invokeRoute = inProcessTransport(services.routes, { ...ctx, headers, ...(caller ? { caller } : {}) })
  const transport: ApiTransport = (method, path, input) =>
    refusal && method !== 'GET' ? Promise.reject(new ApiError(refusal.status, refusal.message)) : invokeRoute(method, path, input)
  try {
    const parts = readPageUrl(request.url, bundle.acceptedParameters)
    const { url } = RequestView.of({ siteId: ctx.site.id, origin, isOriginKnown: request.isOriginKnown, ...parts })
    const page = await trackDependencies(dependencies, () =>
      bundle.renderPage({ url: origin + url, transport, form: body }, pages.assets()),
    )
    // The page contains submitted values, so neither proxies nor the browser may store it.
    void reply.status(page.status).headers({ 'cache-control': 'no-store', ...privateHeaders(parts.path, origin) })
    if (page.location === undefined) return reply.type('text/html; charset=utf-8').send(page.html)
    if (!ctx.viewer) void reply.header('set-cookie', freshCookie(origin))
    return reply.header('location', page.location).send()
  } finally {
    invalidateWrites(ctx.site, dependencies.writes, services)
  }
}

/** Sends an error page, for example for a request that none of the site's forms makes. */
function sendFailurePage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, headers } = describeError(error, request)
  const message = status === 415 ? createNotAFormError().message : body.message
  return reply
    .status(status)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(errorPage(message))
}
