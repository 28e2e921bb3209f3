import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { listReviewsEndpoint, postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { restoreFromTrashEndpoint, purgeFromTrashEndpoint } from '#features/trash/trash.contract.ts'
import { uploadPathOf, removeOrphanUploads } from '#features/uploads/upload.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { makeOlder } from '#tests/support/site-files.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { hideReviewEndpoint } from '#features/reviews/moderation/review-moderation.contract.ts'
import { reviewsFeature } from '#features/reviews/feature.ts'
import { addReviewPictureEndpoint, removeReviewPictureEndpoint } from './review-pictures.contract.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

const makeReview = async (author?: Viewer | null) => {
  const [product, writer] = [await makeProduct(site.ctx), author === undefined ? await makeUser(site.ctx) : author]
  const body = { rating: 5, title: 'Quiet', content: 'We have had it for a year.', productId: product.id }
  const { body: review } = await site.call(writer, postReviewEndpoint, { body })
  return { product, writer, id: review.id as number }
}
let nextShade = 0
const makePictureBytes = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: nextShade++, g: 90, b: 90 } } })
    .png()
    .toBuffer()
const addPicture = async (viewer: Viewer | null, id: number, bytes?: Buffer, alt = 'The pump beside a hedge') =>
  site.call(
    viewer,
    addReviewPictureEndpoint,
    { params: { id }, query: { alt }, body: bytes ?? (await makePictureBytes()) },
    { 'content-type': 'image/png' },
  )
const getPictures = async (productId: number) => (await site.call(null, listReviewsEndpoint, { query: { productId } })).body[0]?.pictures
const purgeOrphanFiles = async () => {
  const { db } = site.ctx
  const { files } = site.ctx.site
  const old = new Date(Date.now() - 2 * 86_400_000)
  for (const { name } of await files.listFolders('uploads')) await makeOlder({ db, files }, `uploads/${name}`, old)
  await removeOrphanUploads(site.ctx, () => [reviewsFeature])
}
const isServed = async (url: string) => (await site.call(null, { ...listReviewsEndpoint, path: url })).status === 200

describe('pictures of a review', () => {
  test('are added by its author, shown to everyone with their descriptions, and removed by the author', async () => {
    const { product, writer, id } = await makeReview()
    const { status, body } = await addPicture(writer, id)
    expect(status).toBe(201)
    expect(body.pictures).toMatchObject([{ alt: 'The pump beside a hedge' }])
    expect(await getPictures(product.id)).toEqual(body.pictures)
    const { url, id: pictureId } = body.pictures[0]
    await purgeOrphanFiles()
    expect(await isServed(url)).toBe(true)
    const after = await site.call(writer, removeReviewPictureEndpoint, { params: { id, pictureId } })
    expect(after.status).toBe(200)
    expect(after.body.pictures).toEqual([])
    await purgeOrphanFiles()
    expect(await isServed(url)).toBe(false)
  })
  test('are stored only once each, and at most four, also after concurrent requests', async () => {
    const { writer, id } = await makeReview()
    const bytes = await makePictureBytes()
    await addPicture(writer, id, bytes)
    expect((await addPicture(writer, id, bytes)).body.pictures).toHaveLength(1)
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => addPicture(writer, id)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3)
    expect((await addPicture(writer, id)).body.code).toBe('review.pictures_full')
  })
  test('are not served while the review or its product is in the trash, are restored with it, and are deleted when it is purged', async () => {
    const { product, writer, id } = await makeReview()
    const { url } = (await addPicture(writer, id)).body.pictures[0]
    const hidden = await site.call(admin, hideReviewEndpoint, { params: { id }, query: { reason: 'spam' } })
    await purgeOrphanFiles()
    expect(await isServed(url)).toBe(false)
    await site.call(admin, restoreFromTrashEndpoint, { params: { id: hidden.body.trashId }, body: {} })
    expect(await getPictures(product.id)).toHaveLength(1)
    expect(await isServed(url)).toBe(true)
    const firstDeletion = await site.call(admin, deleteProductEndpoint, { params: { id: product.id } })
    await site.call(admin, restoreFromTrashEndpoint, { params: { id: firstDeletion.body.trashId }, body: {} })
    expect(await getPictures(product.id)).toHaveLength(1)
    const secondDeletion = await site.call(admin, deleteProductEndpoint, { params: { id: product.id } })
    await site.call(admin, purgeFromTrashEndpoint, { params: { id: secondDeletion.body.trashId } })
    await purgeOrphanFiles()
    expect(await site.ctx.site.files.find(uploadPathOf(url.slice('/uploads/'.length))?.path ?? '')).toBeUndefined()
  })
  test('are deleted with the account of their author, but the text stays', async () => {
    const { product, writer, id } = await makeReview()
    await addPicture(writer, id)
    await reviewsFeature.erasePerson?.(site.ctx, { id: writer?.id ?? 0, email: null })
    site.caches.invalidate(site.ctx.site.id, ['review_pictures', 'review_pictures:*'])
    expect(await getPictures(product.id)).toEqual([])
  })
})

describe('invalid input', () => {
  test('without a description, or with a file that is not a picture, is rejected', async () => {
    const { writer, id } = await makeReview()
    expect((await addPicture(writer, id, undefined, ' ')).status).toBe(400)
    expect((await addPicture(writer, id, Buffer.from('<svg/>'))).status).toBe(415)
    expect((await addPicture(writer, id, Buffer.from('nothing at all'))).status).toBe(400)
  })
})

describe('access', () => {
  test('to the pictures in another member’s review is denied to members, visitors and administrators', async () => {
    const { product, writer, id } = await makeReview()
    const { pictures } = (await addPicture(writer, id)).body
    for (const [viewer, status] of [
      [await makeUser(site.ctx), 403],
      [admin, 403],
      [null, 401],
    ] as const) {
      expect((await addPicture(viewer, id)).status).toBe(status)
      expect((await site.call(viewer, removeReviewPictureEndpoint, { params: { id, pictureId: pictures[0].id } })).status).toBe(status)
    }
    const guestReview = await makeReview(null)
    expect((await addPicture(await makeUser(site.ctx), guestReview.id)).status).toBe(403)
    expect((await addPicture(null, guestReview.id)).status).toBe(401)
    expect(await getPictures(product.id)).toEqual(pictures)
  })
  test('to a picture in another review through the path of one’s own review returns 404', async () => {
    const [ownReview, otherReview] = [await makeReview(), await makeReview()]
    const { pictures } = (await addPicture(otherReview.writer, otherReview.id)).body
    const { status } = await site.call(ownReview.writer, removeReviewPictureEndpoint, {
      params: { id: ownReview.id, pictureId: pictures[0].id },
    })
    expect(status).toBe(404)
    expect(await getPictures(otherReview.product.id)).toEqual(pictures)
  })
})
