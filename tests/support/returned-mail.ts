/** Creates sample bounces and complaints. */
import { createDeliveryProof, createMessageId } from '#features/suppressions/message-id.service.ts'

const DAY_MS = 86_400_000

const createSentMail = (to: string, daysAgo: number) => ({
  siteId: 'main',
  id: 7,
  createdAt: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
  to,
})
/** Returns the Message-ID of a mail that the main site sent to a recipient. */
export const idFor = (to: string, daysAgo = 0) =>
  createMessageId(createSentMail(to, daysAgo), 'site.example', Date.now() - daysAgo * DAY_MS)
/** Returns the header that proves that the site sent a mail to a recipient. */
export const proofFor = (to: string, daysAgo = 0) =>
  `X-Delivery-Proof: ${createDeliveryProof(createSentMail(to, daysAgo), Date.now() - daysAgo * DAY_MS)}`

/** Returns the MIME part with the headers of the returned mail. @param proof header with the proof; if it is empty, there is no part */
const createOriginalPart = (proof: string) =>
  proof &&
  `--b\r\nContent-Type: text/rfc822-headers\r\n\r\nFrom: no-reply@site.example\r\n${proof.replace(': ', ':\r\n ')}\r\nSubject: News\r\n\r\n`
/** Returns a delivery status notification (RFC 3464) for gone@example.org. */
export const REPORT = (status: string, action = 'failed', proof = proofFor('gone@example.org')) =>
  `From: MAILER-DAEMON@mx.example.net\r\nTo: bounces@site.example\r\nSubject: Undelivered\r\nContent-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nFinal words.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.net\r\n\r\nFinal-Recipient: rfc822;\r\n gone@example.org\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; 550 ${status} no\r\n such user\r\n\r\n${createOriginalPart(proof)}--b--\r\n`
/** Returns a feedback report (RFC 5965) about a mail to cross@example.org. */
export const COMPLAINT = (proof = proofFor('cross@example.org')) =>
  `From: fbl@provider.example\r\nTo: abuse@site.example\r\nContent-Type: multipart/report; report-type=feedback-report; boundary="b"\r\n\r\n--b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nVersion: 1\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nFrom: no-reply@site.example\r\nTo: Cross Reader <cross@example.org>\r\n${proof}\r\nSubject: News\r\n\r\nHello\r\n--b--\r\n`
