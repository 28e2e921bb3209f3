/** The forms that work without a script. A page's action takes each, and invokes the same route as the API's callers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { signOutEndpoint } from '#features/accounts/account.contract.ts'
import { postEnquiryEndpoint } from '#features/enquiries/enquiry.contract.ts'
import { addEnquiryMessageEndpoint, sendEnquiryLinksEndpoint } from '#features/enquiries/tracking/tracking.contract.ts'
import { leaveNoticesEndpoint } from '#features/notices/notice.contract.ts'
import { changePreferencesEndpoint } from '#features/newsletter/interests/interest.contract.ts'
import { confirmSubscriptionEndpoint, leaveWithOneClickEndpoint, subscribeEndpoint } from '#features/newsletter/newsletter.contract.ts'
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import { freshCookie } from '#platform/http/cookie.ts'
import { ApiError, type ApiTransport } from '#platform/client/api.client.ts'
import { inProcessTransport, invalidateWrites } from '#platform/http/api-server.ts'
import type { ResponseHeaders } from '#platform/contract/context.ts'
import { AppError } from '#platform/contract/errors.ts'
import { describeError } from '#platform/http/error-handler.ts'
import { errorPage } from '#platform/http/error-page.ts'
import type { PageRenderer } from '#platform/pages/page-renderer.ts'
import { RequestView } from '#platform/cache/request-view.ts'
import { privateHeaders, readPageUrl } from './pages.ts'

/** By the page's address: the endpoint behind it. Both count towards one limit. */
const FORMS = [
  { path: '/account', endpoint: signOutEndpoint },
  { path: '/newsletter', endpoint: subscribeEndpoint },
  { path: '/newsletter/confirm', endpoint: confirmSubscriptionEndpoint },
  { path: '/newsletter/preferences', endpoint: changePreferencesEndpoint },
  { path: '/enquiry/:slug', endpoint: postEnquiryEndpoint },
  { path: '/notices/leave/:slug', endpoint: leaveNoticesEndpoint },
  { path: '/enquiry-status', endpoint: sendEnquiryLinksEndpoint },
  { path: '/enquiry-status/:slug', endpoint: addEnquiryMessageEndpoint },
]
/** A mail program's POST says all in its address; its body is either kind of form (RFC 8058), and is not looked at. */
const ONE_CLICK = { path: '/newsletter/unsubscribe', endpoint: leaveWithOneClickEndpoint }
const MAX_ONE_CLICK_BYTES = 4096
const FORM_TYPE = 'application/x-www-form-urlencoded'
const MULTIPART_TYPE = 'multipart/form-data'
const notAForm = () => new AppError(415, 'request.not_a_form', `Send the form as ${FORM_TYPE}.`)

export async function formsPlugin(app: FastifyInstance, services: AppServices): Promise<void> {
  const { pages } = services
  if (!pages) return
  await app.register(async (room) => {
    room.removeAllContentTypeParsers()
    room.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_ONE_CLICK_BYTES }, (_request, _body, done) =>
      done(null, new URLSearchParams()),
    )
    room.setErrorHandler(sendFailurePage)
    const limiter = app.rateLimiters.get(ONE_CLICK.endpoint.path)
    room.post(ONE_CLICK.path, limiter ? { preHandler: limiter } : {}, async (request, reply) => {
      if (request.body === undefined) request.body = new URLSearchParams()
      return answerForm(request, reply, pages, services)
    })
  })
  // A room of its own, so that no endpoint of the API takes a form: that is a part of what keeps other sites from writing here.
  await app.register(async (room) => {
    room.removeAllContentTypeParsers()
    room.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) => done(null, new URLSearchParams(String(body))))
    // Mail programs may post so where their reader leaves a list (RFC 8058, 3.2); all that matters stands in the path.
    room.addContentTypeParser(MULTIPART_TYPE, { parseAs: 'string' }, (request, _body, done) =>
      request.url.startsWith('/notices/leave/') ? done(null, new URLSearchParams()) : done(notAForm()),
    )
    room.setErrorHandler(async (fault, request, reply) => {
      // Whoever was too quick is not to type it all anew.
      if (fault instanceof AppError && fault.status === 429) return answerForm(request, reply, pages, services, fault)
      return sendFailurePage(fault, request, reply)
    })
    for (const { path, endpoint } of FORMS) {
      const limiter = app.rateLimiters.get(endpoint.path)
      // Counted once the body has been read, so that it can be given back.
      room.post(path, limiter ? { preHandler: limiter } : {}, (request, reply) => answerForm(request, reply, pages, services))
    }
  })
}

/** @param refusal why the form is not even looked at */
async function answerForm(request: FastifyRequest, reply: FastifyReply, pages: PageRenderer, services: AppServices, refusal?: AppError) {
  const { ctx, origin, body } = request
  if (!(body instanceof URLSearchParams)) throw notAForm()
  const bundle = await pages.load()
  const dependencies = createDependencies()
  const caller = ctx.caller && { ...ctx.caller, isPlainForm: true as const }
  // Signing out removes its cookies and what the browser has stored of the member.
  const headers: ResponseHeaders = {
    set: (name, value) => void (['set-cookie', 'clear-site-data'].includes(name) && reply.header(name, value)),
  }
  const open = inProcessTransport(services.routes, { ...ctx, headers, ...(caller ? { caller } : {}) })
  const transport: ApiTransport = (method, path, input) =>
    refusal && method !== 'GET' ? Promise.reject(new ApiError(refusal.status, refusal.message)) : open(method, path, input)
  try {
    const parts = readPageUrl(request.url, bundle.acceptedParameters)
    const { url } = RequestView.of({ siteId: ctx.site.id, origin, isOriginKnown: request.isOriginKnown, ...parts })
    const page = await trackDependencies(dependencies, () =>
      bundle.renderPage({ url: origin + url, transport, form: body }, pages.assets()),
    )
    // It holds what somebody typed: neither a proxy nor the browser keeps it.
    void reply.status(page.status).headers({ 'cache-control': 'no-store', ...privateHeaders(parts.path, origin) })
    if (page.location === undefined) return reply.type('text/html; charset=utf-8').send(page.html)
    if (!ctx.viewer) void reply.header('set-cookie', freshCookie(origin))
    return reply.header('location', page.location).send()
  } finally {
    invalidateWrites(ctx.site, dependencies.writes, services)
  }
}

/** A page for what no form of ours sends. */
function sendFailurePage(fault: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, headers } = describeError(fault, request)
  const message = status === 415 ? notAForm().message : body.message
  return reply
    .status(status)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(errorPage(message))
}
