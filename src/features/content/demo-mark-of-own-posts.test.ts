/** Demo marks of notices and mails about a member's own reviews and enquiries: their product decides, not the post. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeEnquiryStatusEndpoint } from '#features/enquiries/handling/enquiry-handling.contract.ts'
import { postEnquiryEndpoint } from '#features/enquiries/enquiry.contract.ts'
import {
  addEnquiryMessageEndpoint,
  answerEnquiryEndpoint,
  eraseEnquiryEndpoint,
  sendEnquiryLinksEndpoint,
} from '#features/enquiries/tracking/tracking.contract.ts'
import { listNoticesEndpoint, type Notice } from '#features/notices/notice.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { hideReviewEndpoint, replyToReviewEndpoint } from '#features/reviews/moderation/review-moderation.contract.ts'
import { postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'

interface TestProduct {
  id: number
  name: string
}

const EMAIL = 'ada@example.org'
let site: TestSite
let admin: Viewer
let member: Viewer
let demoProduct: TestProduct
let realProduct: TestProduct
beforeAll(async () => {
  site = await openTestSite({ settings: { enquiryEmail: 'shop@example.org' } })
  admin = await makeUser(site.ctx, { isAdmin: true })
  member = await makeUser(site.ctx)
  realProduct = await makeProduct(site.ctx, { name: 'Real kettle' })
  demoProduct = await makeProduct(site.ctx, { name: 'Demo kettle' })
  await site.ctx.db.updateTable('products').set({ is_demo: true }).where('id', '=', demoProduct.id).execute()
})
afterAll(() => site.close())

const listMarks = async (): Promise<Record<string, boolean>> => {
  const { body } = await site.call(member, listNoticesEndpoint)
  return Object.fromEntries((body as Notice[]).map(({ title, isDemo }) => [title, isDemo]))
}
const sendEnquiry = async ({ id: productId }: TestProduct): Promise<number> => {
  const body = { name: 'Ada Quill', email: EMAIL, phone: '01632 960001', address: '1 The Row', notes: 'Does it hum?', productId }
  return (await site.call(member, postEnquiryEndpoint, { body })).body.id
}
const listMails = () => site.ctx.db.selectFrom('mails').select(['to_address as to', 'subject', 'body']).orderBy('id').execute()

test('notices about a reply to a review and its removal are marked if the product is demo content', async () => {
  const marks: [string, boolean][] = []
  for (const { id: productId } of [demoProduct, realProduct]) {
    const form = { rating: 4, title: 'Quiet', content: 'We have had it for a year.', productId }
    const { id } = (await site.call(member, postReviewEndpoint, { body: form })).body
    await site.call(admin, replyToReviewEndpoint, { params: { id }, body: { content: 'Thank you.', from: 'maker' } })
    marks.push(...Object.entries(await listMarks()))
    await site.call(admin, hideReviewEndpoint, { params: { id }, query: { reason: 'spam' } })
  }
  marks.push(...Object.entries(await listMarks()))
  const titles = new Set(marks.map(([title]) => title))
  for (const name of ['Demo kettle', 'Real kettle'])
    for (const text of [`has replied to your review of ${name}`, `Your review of ${name} was hidden`])
      expect([...titles].filter((title) => title.includes(text))).toHaveLength(1)
  for (const [title, isDemo] of marks) expect(isDemo, title).toBe(title.includes('Demo kettle'))
})

test('a notice about a reply to an enquiry is marked if the product is demo content', async () => {
  for (const product of [demoProduct, realProduct]) {
    const id = await sendEnquiry(product)
    await site.call(admin, answerEnquiryEndpoint, { params: { id }, body: { text: 'It is silent.' } })
  }
  expect(await listMarks()).toMatchObject({
    'Your enquiry about Demo kettle has a reply': true,
    'Your enquiry about Real kettle has a reply': false,
  })
})

test('mails about an enquiry say "(demo)" after the name of a demo product, and are erased with it', async () => {
  await site.ctx.db.deleteFrom('mails').execute()
  await site.ctx.db.deleteFrom('mail_recipient_counts').execute()
  const id = await sendEnquiry(demoProduct)
  const key = /\/enquiry-status\/(\d+~[\w-]{43})/.exec((await listMails()).map(({ body }) => body).join('\n'))?.[1] ?? ''
  await site.call(admin, answerEnquiryEndpoint, { params: { id }, body: { text: 'It is silent.' } })
  await site.call(admin, changeEnquiryStatusEndpoint, { params: { id }, body: { status: 'completed' } })
  await site.call(admin, changeEnquiryStatusEndpoint, { params: { id }, body: { status: 'contacted' } })
  await site.call(null, addEnquiryMessageEndpoint, { params: { key }, body: { text: 'Thank you.' } })
  await site.call(null, sendEnquiryLinksEndpoint, { body: { email: EMAIL } })
  const mails = await listMails()
  expect(mails.map(({ subject }) => subject)).toEqual([
    'New enquiry: Demo kettle (demo)',
    'We have received your enquiry: Demo kettle (demo)',
    'A reply to your enquiry: Demo kettle (demo)',
    expect.stringMatching(/^Your enquiry is now: /),
    expect.stringMatching(/^Your enquiry is now: /),
    `Enquiry ${id}: the customer has written`,
    'Links to your enquiries',
  ])
  for (const { subject, body } of mails) expect(body, subject).toContain('Demo kettle (demo)')
  await site.call(null, eraseEnquiryEndpoint, { params: { key } })
  expect(await listMails()).toEqual([])
})

test('mails about an enquiry are erased even if its product is no longer demo content, and those about real products are not marked', async () => {
  await site.ctx.db.deleteFrom('mails').execute()
  await site.ctx.db.deleteFrom('mail_recipient_counts').execute()
  await sendEnquiry(demoProduct)
  const key = /\/enquiry-status\/(\d+~[\w-]{43})/.exec((await listMails()).map(({ body }) => body).join('\n'))?.[1] ?? ''
  await site.ctx.db.updateTable('products').set({ is_demo: false }).where('id', '=', demoProduct.id).execute()
  await site.call(null, eraseEnquiryEndpoint, { params: { key } })
  expect(await listMails()).toEqual([])
  await sendEnquiry(realProduct)
  for (const { subject, body } of await listMails()) expect(`${subject} ${body}`).not.toContain('(demo)')
})
