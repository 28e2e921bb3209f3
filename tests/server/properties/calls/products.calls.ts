/** Sample calls for products, their reviews and uploaded pictures. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { changeProductEndpoint, deleteProductEndpoint, saveProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { approveReviewEndpoint, rejectReviewEndpoint } from '#features/reviews/approval/review-approval.contract.ts'
import { decideEvidenceEndpoint, sendEvidenceEndpoint } from '#features/reviews/evidence/review-evidence.contract.ts'
import {
  replyToReviewEndpoint,
  hideReviewEndpoint,
  restoreReviewEndpoint,
  removeReviewReplyEndpoint,
} from '#features/reviews/moderation/review-moderation.contract.ts'
import { addReviewPictureEndpoint, removeReviewPictureEndpoint } from '#features/reviews/pictures/review-pictures.contract.ts'
import { changeReviewEndpoint, postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { deleteReviewUpdateEndpoint, postReviewUpdateEndpoint } from '#features/reviews/updates/review-update.contract.ts'
import { fetchRemotePicture } from '#features/uploads/remote-picture.service.ts'
import { fetchPictureEndpoint, uploadEndpoint } from '#features/uploads/upload.contract.ts'
import { writeCall, type WriteCall } from '../write-call.ts'
import type { Actor, World } from '../world.ts'

/** Creates a product with specifications. */
export async function createProduct(world: World): Promise<{ id: number; slug: string; name: string }> {
  return makeProduct(world.ctx, { name: world.unique('Kettle'), technicalSpecs: 'Power: 3 kW\nWeight: 2 kg' })
}
const productForm = (world: World) => ({
  name: world.unique('Heat pump'),
  slug: world.unique('heat-pump').replace(' ', '-'),
  description: 'It heats a house with three kilowatts.',
  price: '£4,000',
  categoryId: 1,
  features: 'Quiet\nSmall',
  technicalSpecs: 'Power: 3 kW',
})
const REVIEW = { rating: 4, title: 'Quiet', content: 'We have had it for a year.' }

/** Creates a published review by a member, by default a new one. */
export async function createReview(world: World, writer?: Actor): Promise<{ id: number; productId: number; writer: Actor }> {
  const by = writer ?? (await world.createActor('member'))
  const { id: productId } = await createProduct(world)
  const { id } = await world.mustSend('POST', '/api/reviews', { cookie: by.cookie, body: { ...REVIEW, productId } })
  return { id, productId, writer: by }
}
const REVIEW_UPDATE = { isStillUsed: true, rating: 3, content: 'It has become louder.' }
/** Creates a review that is old enough for an update. */
async function createOldReview(world: World, writer: Actor): Promise<number> {
  const { id } = await createReview(world, writer)
  await world.ctx.db.updateTable('reviews').set({ created_at: '2024-06-01T08:00:00.000Z' }).where('id', '=', id).execute()
  return id
}
/** Creates a guest's review with a link to a new domain, which waits for approval. Decisions count the links to a domain in one row. */
export async function createWaitingReview(world: World): Promise<number> {
  const { id: productId } = await createProduct(world)
  const body = { ...REVIEW, content: `As it says at https://${crypto.randomUUID()}.example/heat`, productId }
  return (await world.mustSend('POST', '/api/reviews', { body })).id
}

let shade = 0
/** Creates a unique PNG. */
export function createPicture(): Promise<Buffer> {
  shade += 1
  return sharp({ create: { width: 40, height: 30, channels: 3, background: { r: shade & 255, g: shade >> 8, b: 90 } } })
    .png()
    .toBuffer()
}
const PNG = { 'content-type': 'image/png' }
/** Creates a review with evidence that waits for a decision. @returns the id of the evidence */
async function createEvidence(world: World, { cookie: adminCookie }: Actor): Promise<number> {
  const { id, writer } = await createReview(world)
  await world.mustSend('POST', `/api/reviews/${id}/evidence`, { cookie: writer.cookie, body: await createPicture(), headers: PNG })
  const list = await world.mustSend('GET', '/api/admin/review-evidence?perPage=100', { cookie: adminCookie })
  return list.find(({ reviewId }: { reviewId: number }) => reviewId === id).id
}
async function createPictureOfReview(world: World, writer: Actor): Promise<{ id: number; pictureId: number }> {
  const { id } = await createReview(world, writer)
  const options = { cookie: writer.cookie, body: await createPicture(), headers: PNG }
  const { pictures } = await world.mustSend('POST', `/api/reviews/${id}/pictures?alt=The+pump`, options)
  return { id, pictureId: pictures[0].id }
}
async function createAnsweredReview(world: World, { cookie }: Actor): Promise<number> {
  const { id } = await createReview(world)
  await world.mustSend('POST', `/api/reviews/${id}/answer`, { cookie, body: { content: 'Thank you.', from: 'site' } })
  return id
}

/** Stores a picture from another host in advance, because the endpoint only fetches from public IP addresses. */
async function storeRemotePicture(world: World): Promise<string> {
  const bytes = await createPicture()
  const host = createServer((_, response) => response.writeHead(200, PNG).end(bytes))
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/${crypto.randomUUID()}.png`
    await fetchRemotePicture(world.ctx, url, 'A kettle', { isAllowed: () => true })
    return url
  } finally {
    await new Promise((resolve) => host.close(resolve))
  }
}

const productEditing: WriteCall[] = [
  writeCall(saveProductEndpoint, 'admin', (world) => ({ body: productForm(world) })),
  writeCall(
    saveProductEndpoint,
    'admin',
    async (world) => ({ body: { ...productForm(world), id: (await createProduct(world)).id, isFeatured: true, version: 1 } }),
    'that changes one',
  ),
  writeCall(changeProductEndpoint, 'admin', async (world) => ({
    params: { id: (await createProduct(world)).id },
    body: {
      name: world.unique('Renamed kettle'),
      price: '£45',
      categoryId: 6,
      isFeatured: true,
      technicalSpecs: 'Power: 2 kW',
      version: 1,
    },
  })),
  writeCall(
    changeProductEndpoint,
    'admin',
    async (world) => {
      const { id, slug } = await createProduct(world)
      return { params: { id }, body: { slug: `${slug}-moved` } }
    },
    'its slug',
  ),
  writeCall(deleteProductEndpoint, 'admin', async (world) => ({ params: { id: (await createReview(world)).productId } })),
]

const reviewCalls: WriteCall[] = [
  writeCall(
    postReviewEndpoint,
    'member',
    async (world) => ({ body: { ...REVIEW, ownedMonths: 12, productId: (await createProduct(world)).id } }),
    'by a member',
  ),
  writeCall(
    postReviewEndpoint,
    'visitor',
    async (world) => ({ body: { ...REVIEW, productId: (await createProduct(world)).id } }),
    'by a guest',
  ),
  writeCall(
    postReviewEndpoint,
    'visitor',
    async (world) => ({ body: { ...REVIEW, content: 'See https://example.com', productId: (await createProduct(world)).id } }),
    'that waits for approval',
  ),
  writeCall(changeReviewEndpoint, 'member', async (world, actor) => ({
    params: { id: (await createReview(world, actor)).id },
    body: { title: 'Loud', content: 'It is loud in winter.', rating: 2 },
  })),
  writeCall(hideReviewEndpoint, 'admin', async (world) => ({
    params: { id: (await createReview(world)).id },
    query: { reason: 'spam' as const, note: 'The same text elsewhere' },
  })),
  writeCall(
    hideReviewEndpoint,
    'member',
    async (world, actor) => ({ params: { id: (await createReview(world, actor)).id } }),
    'by its author',
  ),
  writeCall(restoreReviewEndpoint, 'member', async (world, actor) => {
    const { id } = await createReview(world, actor)
    await world.mustSend('DELETE', `/api/reviews/${id}`, { cookie: actor.cookie })
    return { params: { id } }
  }),
  writeCall(replyToReviewEndpoint, 'admin', async (world) => ({
    params: { id: (await createReview(world)).id },
    body: { content: 'Thank you.', from: 'maker' as const },
  })),
  writeCall(
    replyToReviewEndpoint,
    'admin',
    async (world, actor) => ({
      params: { id: await createAnsweredReview(world, actor) },
      body: { content: 'Thank you again.', from: 'site' as const },
    }),
    'that replaces an answer',
  ),
  writeCall(removeReviewReplyEndpoint, 'admin', async (world, actor) => ({ params: { id: await createAnsweredReview(world, actor) } })),
  writeCall(approveReviewEndpoint, 'admin', async (world) => ({ params: { id: await createWaitingReview(world) } })),
  writeCall(rejectReviewEndpoint, 'admin', async (world) => ({
    params: { id: await createWaitingReview(world) },
    body: { reason: 'other_product' as const },
  })),
  writeCall(addReviewPictureEndpoint, 'member', async (world, actor) => ({
    params: { id: (await createReview(world, actor)).id },
    query: { alt: 'The pump beside a hedge' },
    body: await createPicture(),
  })),
  writeCall(removeReviewPictureEndpoint, 'member', async (world, actor) => ({ params: await createPictureOfReview(world, actor) })),
  writeCall(postReviewUpdateEndpoint, 'member', async (world, actor) => ({
    params: { id: await createOldReview(world, actor) },
    body: REVIEW_UPDATE,
  })),
  writeCall(deleteReviewUpdateEndpoint, 'member', async (world, actor) => {
    const id = await createOldReview(world, actor)
    const { updates } = await world.mustSend('POST', `/api/reviews/${id}/updates`, { cookie: actor.cookie, body: REVIEW_UPDATE })
    return { params: { id, updateId: updates[0].id } }
  }),
  writeCall(sendEvidenceEndpoint, 'member', async (world, actor) => ({
    params: { id: (await createReview(world, actor)).id },
    query: { note: 'The invoice of March' },
    body: await createPicture(),
  })),
  writeCall(decideEvidenceEndpoint, 'admin', async (world, actor) => ({
    params: { id: await createEvidence(world, actor) },
    body: { accept: true },
  })),
  writeCall(
    decideEvidenceEndpoint,
    'admin',
    async (world, actor) => ({
      params: { id: await createEvidence(world, actor) },
      body: { accept: false, reason: 'unreadable' as const },
    }),
    'that refuses it',
  ),
]

export const productCalls: WriteCall[] = [
  ...productEditing,
  ...reviewCalls,
  writeCall(uploadEndpoint, 'admin', async () => ({ query: { alt: 'A field of solar panels' }, body: await createPicture() })),
  writeCall(
    uploadEndpoint,
    'admin',
    async (world, { cookie }) => {
      const body = await createPicture()
      await world.mustSend('POST', '/api/uploads?alt=Panels', { cookie, body, headers: PNG })
      return { query: { alt: 'Other words for the same panels' }, body }
    },
    'of the same file again',
  ),
  writeCall(fetchPictureEndpoint, 'admin', async (world) => ({ body: { url: await storeRemotePicture(world), alt: 'A kettle' } })),
]
