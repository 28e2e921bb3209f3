import { route } from '#platform/contract/route.ts'
import * as contract from './tracking.contract.ts'
import { answerCustomer } from './customer-news.service.ts'
import { addCustomerMessage, eraseEnquiry, getEnquiryStatus, sendEnquiryLinks, withdrawEnquiry } from './tracking.service.ts'

export const trackingRoutes = [
  route(contract.getEnquiryStatusEndpoint, (ctx, { params }) => getEnquiryStatus(ctx, params.key)),
  route(contract.addEnquiryMessageEndpoint, (ctx, { params, body }) => addCustomerMessage(ctx, params.key, body.text)),
  route(contract.withdrawEnquiryEndpoint, (ctx, { params }) => withdrawEnquiry(ctx, params.key)),
  route(contract.eraseEnquiryEndpoint, (ctx, { params }) => eraseEnquiry(ctx, params.key)),
  route(contract.sendEnquiryLinksEndpoint, (ctx, { body }) => sendEnquiryLinks(ctx, body.email)),
  route(contract.answerEnquiryEndpoint, (ctx, { params, body }) => answerCustomer(ctx, params.id, body.text)),
]
