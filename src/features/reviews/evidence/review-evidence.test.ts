import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAuditEntriesBySubject } from '#features/audit/audit.service.ts'
import { listNoticesEndpoint } from '#features/notices/notice.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { hideReviewEndpoint, reviewReportEndpoint } from '#features/reviews/moderation/review-moderation.contract.ts'
import { changeReviewEndpoint, listReviewsEndpoint, postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import {
  decideEvidenceEndpoint,
  evidencePictureEndpoint,
  getOwnEvidenceEndpoint,
  listEvidenceEndpoint,
  sendEvidenceEndpoint,
} from './review-evidence.contract.ts'
import { deleteEvidenceOfPerson } from './review-evidence.queries.ts'
import { purgeEvidence, verifyByEnquiries } from './evidence-upkeep.service.ts'

let site: TestSite
let admin: Viewer
let receipt: Buffer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  receipt = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#eee' } })
    .withExif({ IFD0: { Copyright: 'Ada of 1 Mill Lane' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => site.close())

const REVIEW = { rating: 5, title: 'Quiet', content: 'We have had it for a year.' }
const makeReview = async (extra: object = {}, author?: Viewer | null) => {
  const [product, writer] = [await makeProduct(site.ctx), author === undefined ? await makeUser(site.ctx) : author]
  const { body } = await site.call(writer, postReviewEndpoint, { body: { ...REVIEW, productId: product.id, ...extra } })
  return { product, writer, id: body.id as number }
}
const send = (viewer: Viewer | null, id: number, bytes: Buffer = receipt, type = 'image/jpeg') =>
  site.call(
    viewer,
    sendEvidenceEndpoint,
    { params: { id }, query: { note: 'The invoice of March' }, body: bytes },
    { 'content-type': type },
  )
const listWaitingEvidence = async () => (await site.call(admin, listEvidenceEndpoint)).body
const getEvidenceIdOfReview = async (reviewId: number): Promise<number> =>
  (await listWaitingEvidence()).find((evidence: { reviewId: number }) => evidence.reviewId === reviewId).id
const decide = (viewer: Viewer | null, id: number, body: object) => site.call(viewer, decideEvidenceEndpoint, { params: { id }, body })
const getVerification = async (id: number) =>
  site.ctx.db.selectFrom('reviews').select(['is_verified', 'verified_by']).where('id', '=', id).executeTakeFirstOrThrow()
const listFolderNames = async () => (await site.ctx.site.files.listFolders('review-evidence')).map(({ name }) => name)
const UNVERIFIED = { is_verified: false, verified_by: null }

describe('the verification cannot be set', () => {
  const forgedFields = { isVerified: true, is_verified: true, verifiedBy: 'evidence', verified_by: 'enquiry' }

  test('with extra fields in a new review or in a change', async () => {
    const { writer, id } = await makeReview(forgedFields)
    expect(await getVerification(id)).toEqual(UNVERIFIED)
    await site.call(writer, changeReviewEndpoint, { params: { id }, body: { rating: 4, ...forgedFields } })
    expect(await getVerification(id)).toEqual(UNVERIFIED)
  })
  test('by administrators with extra fields in their own review, or by deciding about their own evidence', async () => {
    const { id } = await makeReview(forgedFields, admin)
    expect(await getVerification(id)).toEqual(UNVERIFIED)
    await send(admin, id)
    const evidenceOfAdmin = await getEvidenceIdOfReview(id)
    expect((await decide(admin, evidenceOfAdmin, { accept: true })).status).toBe(403)
    expect(await getVerification(id)).toEqual(UNVERIFIED)
    await decide(await makeUser(site.ctx, { isAdmin: true }), evidenceOfAdmin, { accept: false, reason: 'no_proof' })
  })
  test('with evidence for a review by another member or a guest, for an unknown review, or without an account', async () => {
    const [{ id }, other, guests] = [await makeReview(), await makeUser(site.ctx), await makeReview({}, null)]
    expect((await send(other, id)).status).toBe(403)
    expect((await send(other, guests.id)).status).toBe(403)
    expect((await send(null, guests.id)).status).toBe(401)
    expect((await send(null, id)).status).toBe(401)
    expect((await send(other, 999_999)).status).toBe(404)
    expect(await listWaitingEvidence()).toEqual([])
    expect(await listFolderNames()).toEqual([])
  })
  test('by decisions of members and visitors, who see neither the list nor the picture', async () => {
    const { writer, id } = await makeReview()
    await send(writer, id)
    const evidence = await getEvidenceIdOfReview(id)
    for (const [viewer, status] of [
      [writer, 403],
      [await makeUser(site.ctx), 403],
      [null, 401],
    ] as const) {
      expect((await decide(viewer, evidence, { accept: true })).status).toBe(status)
      expect((await site.call(viewer, listEvidenceEndpoint)).status).toBe(status)
      expect((await site.call(viewer, evidencePictureEndpoint, { params: { id: evidence } })).status).toBe(status)
    }
    expect(await getVerification(id)).toEqual(UNVERIFIED)
    const [folder] = await listFolderNames()
    for (const url of [
      `/uploads/${folder}/picture.webp`,
      `/uploads/../review-evidence/${folder}/picture.webp`,
      `/review-evidence/${folder}/picture.webp`,
    ])
      expect((await site.app.inject({ url })).statusCode).toBe(404)
    await decide(admin, evidence, { accept: false, reason: 'no_proof' })
  })
  test('by an administrator of another site with the same id', async () => {
    const { writer, id } = await makeReview()
    await send(writer, id)
    const other = await openTestSite()
    try {
      const otherAdmin = await makeUser(other.ctx, { isAdmin: true })
      const response = await other.call(otherAdmin, decideEvidenceEndpoint, {
        params: { id: await getEvidenceIdOfReview(id) },
        body: { accept: true },
      })
      expect(response.status).toBe(404)
      expect(await getVerification(id)).toEqual(UNVERIFIED)
    } finally {
      await other.close()
    }
    await decide(admin, await getEvidenceIdOfReview(id), { accept: false, reason: 'no_proof' })
  })
  test('by an enquiry that is from another member or a guest, is about another product, or is not completed', async () => {
    const [{ product, writer, id }, other, otherProduct] = [await makeReview(), await makeUser(site.ctx), await makeProduct(site.ctx)]
    const guests = await makeReview({}, null)
    for (const [user_id, product_id, status] of [
      [other.id, product.id, 'completed'],
      [null, product.id, 'completed'],
      [null, guests.product.id, 'completed'],
      [writer?.id ?? null, otherProduct.id, 'completed'],
      [writer?.id ?? null, product.id, 'contacted'],
    ] as const)
      await addEnquiry(user_id, product_id, status)
    await verifyByEnquiries(site.ctx)
    expect([await getVerification(id), await getVerification(guests.id)]).toEqual([UNVERIFIED, UNVERIFIED])
  })
})

const addEnquiry = (user_id: number | null, product_id: number, status: string) =>
  site.ctx.db
    .insertInto('enquiries')
    .values({
      name: 'A',
      email: 'a@example.org',
      phone: '0',
      address: 'x',
      product_name: 'x',
      product_price: 'x',
      created_at: new Date().toISOString(),
      product_id,
      user_id,
      status,
    })
    .execute()

describe('evidence', () => {
  test('is not needed if an enquiry is completed after the review', async () => {
    const { product, writer, id } = await makeReview()
    await addEnquiry(writer?.id ?? 0, product.id, 'completed')
    await verifyByEnquiries(site.ctx)
    expect(await getVerification(id)).toEqual({ is_verified: true, verified_by: 'enquiry' })
  })
  test('that is accepted verifies the review, is logged and deleted, and its sender is notified', async () => {
    const { product, writer, id } = await makeReview()
    expect((await send(writer, id)).status).toBe(201)
    expect((await site.call(writer, getOwnEvidenceEndpoint, { params: { id } })).body.sentAt).toEqual(expect.any(String))
    const evidence = await getEvidenceIdOfReview(id)
    const { body, headers } = await site.call(admin, evidencePictureEndpoint, { params: { id: evidence } })
    expect(headers['cache-control']).toContain('no-store')
    const metadata = await sharp(Buffer.from(body.url.replace('data:image/webp;base64,', ''), 'base64')).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width: 60 })
    expect(metadata.exif).toBeUndefined()
    const response = await decide(admin, evidence, { accept: true })
    expect(response.body).toEqual({ reviewId: id, isVerified: true })
    const list = await site.call(null, listReviewsEndpoint, { query: { productId: product.id } })
    expect(list.body[0]).toMatchObject({ isVerified: true, verifiedBy: 'evidence' })
    expect(await listWaitingEvidence()).toEqual([])
    expect(await listFolderNames()).toEqual([])
    expect((await site.call(writer, listNoticesEndpoint)).body[0].title).toContain(
      'is now verified. We have deleted your proof of purchase',
    )
    expect((await listAuditEntriesBySubject(site.ctx, 'review', id)).map(({ action }) => action)).toEqual(['review.accept_evidence'])
    expect((await decide(admin, evidence, { accept: true })).status).toBe(404)
    expect((await send(writer, id)).body.code).toBe('review.verified')
  })
  test('that is refused leaves the review unchanged, is counted, and can be sent again', async () => {
    const { writer, id } = await makeReview()
    await send(writer, id)
    const before = (await site.call(null, reviewReportEndpoint)).body.evidenceRefused
    const { body } = await decide(admin, await getEvidenceIdOfReview(id), { accept: false, reason: 'unreadable' })
    expect(body).toEqual({ reviewId: id, isVerified: false })
    expect(await getVerification(id)).toEqual(UNVERIFIED)
    expect(await listFolderNames()).toEqual([])
    expect((await site.call(writer, listNoticesEndpoint)).body[0].title).toContain('was not accepted: It cannot be read')
    expect((await site.call(null, reviewReportEndpoint)).body.evidenceRefused).toBe(before + 1)
    expect((await send(writer, id)).status).toBe(201)
    await decide(admin, await getEvidenceIdOfReview(id), { accept: false, reason: 'no_proof' })
  })
  test('can be sent again only after a decision, also in concurrent requests', async () => {
    const { writer, id } = await makeReview()
    const responses = await Promise.all([send(writer, id), send(writer, id)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect((await send(writer, id)).body.code).toBe('review.evidence_waits')
    expect(await listFolderNames()).toHaveLength(1)
    await decide(admin, await getEvidenceIdOfReview(id), { accept: false, reason: 'no_proof' })
  })
  test('is deleted with its review, with the account of its author, and after 90 days', async () => {
    const [hidden, closed, old] = [await makeReview(), await makeReview(), await makeReview()]
    for (const { writer, id } of [hidden, closed, old]) expect((await send(writer, id)).status).toBe(201)
    expect(await listFolderNames()).toHaveLength(3)
    await site.call(admin, hideReviewEndpoint, { params: { id: hidden.id }, query: { reason: 'spam' } })
    await deleteEvidenceOfPerson(site.ctx, closed.writer?.id ?? 0)
    const later = Date.now() + 11 * 60_000
    expect(await purgeEvidence(site.ctx, later)).toEqual(expect.any(String))
    expect(await listWaitingEvidence()).toMatchObject([{ reviewId: old.id }])
    expect(await listFolderNames()).toHaveLength(1)
    await purgeEvidence(site.ctx, later + 90 * 86_400_000)
    expect(await listWaitingEvidence()).toEqual([])
    expect(await listFolderNames()).toEqual([])
  })
})

describe('invalid input', () => {
  test.each([
    ['an SVG file', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml', 415],
    ['an HTML page with the type of a picture', Buffer.from('<script>alert(1)</script>'), 'image/jpeg', 415],
    ['a PDF document', Buffer.from('%PDF-1.7'), 'application/pdf', 415],
    ['a file that is no picture', Buffer.from('nothing at all'), 'image/png', 400],
  ])('%s is rejected as evidence', async (_description, bytes, type, status) => {
    const { writer, id } = await makeReview()
    expect((await send(writer, id, bytes, type)).status).toBe(status)
    expect(await listFolderNames()).toEqual([])
  })
  test.each([[{}], [{ accept: 'yes' }], [{ accept: false }], [{ accept: false, reason: 'two stars' }]])(
    'the decision %o returns 400',
    async (body) => {
      const { writer, id } = await makeReview()
      await send(writer, id)
      const evidence = await getEvidenceIdOfReview(id)
      expect((await decide(admin, evidence, body)).status).toBe(400)
      expect(await getVerification(id)).toEqual(UNVERIFIED)
      await decide(admin, evidence, { accept: false, reason: 'no_proof' })
    },
  )
})
