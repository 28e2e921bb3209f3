/** Reports of pictures in reviews and in posts, and their removal. */
// Daily on PostgreSQL too: the finder joins over two nullable references, and the restore inserts rows with their ids.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeTopicEndpoint } from '#features/forums/moderation/moderation.contract.ts'
import { listRepliesEndpoint, postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { getTopicEndpoint, postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { addReviewPictureEndpoint } from '#features/reviews/pictures/review-pictures.contract.ts'
import { listReviewsEndpoint, postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { restoreFromTrashEndpoint } from '#features/trash/trash.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { uploadPostPictureEndpoint } from '#features/writing/writing.contract.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { decideAppealEndpoint, fileAppealEndpoint, listAppealsEndpoint } from './appeals/appeal.contract.ts'
import { decideReportEndpoint, listReportsEndpoint, type ReportCase } from './decisions/decision.contract.ts'
import { fileReportEndpoint } from './report.contract.ts'

let site: TestSite
let admin: Viewer
let otherAdmin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  otherAdmin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

let nextShade = 0
const drawPicture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: nextShade++, g: 60, b: 90 } } })
    .png()
    .toBuffer()
const PNG = { 'content-type': 'image/png' }
const upload = async (viewer: Viewer) =>
  (await site.call(viewer, uploadPostPictureEndpoint, { query: { alt: 'The pump' }, body: await drawPicture() }, PNG)).body as {
    id: number
    url: string
  }
const report = (who: Viewer | null, id: number) => site.call(who, fileReportEndpoint, { body: { kind: 'picture', id, reason: 'spam' } })
const openCases = async (): Promise<ReportCase[]> => (await site.call(admin, listReportsEndpoint, { query: { kind: 'picture' } })).body
const openCase = async (subjectId: number) => (await openCases()).find((found) => found.subjectId === subjectId)
const remove = (id: number) =>
  site.call(admin, decideReportEndpoint, { params: { id }, body: { decision: 'remove', reason: 'spam', text: '' } })
const isServed = async (url: string) => (await site.call(null, { ...getTopicEndpoint, path: url })).status === 200

async function makePicturedTopic() {
  const author = await makeUser(site.ctx)
  const picture = await upload(author)
  const body = { title: 'A pump', content: `Look:\n\n![The pump](${picture.url})`, categoryId: 1 }
  const { id } = (await site.call(author, postTopicEndpoint, { body })).body
  const read = async () => (await site.call(null, getTopicEndpoint, { params: { id } })).body.contentHtml as string
  return { author, picture, topicId: id as number, read }
}
async function makePicturedReview() {
  const [author, { id: productId }] = [await makeUser(site.ctx), await makeProduct(site.ctx)]
  const body = { productId, rating: 5, title: 'Quiet', content: 'For a year.' }
  const { id } = (await site.call(author, postReviewEndpoint, { body })).body
  const added = await site.call(
    author,
    addReviewPictureEndpoint,
    { params: { id }, query: { alt: 'The pump' }, body: await drawPicture() },
    PNG,
  )
  const read = async () => (await site.call(null, listReviewsEndpoint, { query: { productId } })).body[0].pictures
  return { author, picture: added.body.pictures[0] as { id: number; url: string }, read }
}

describe('a report of a picture', () => {
  test('in a topic names the picture by the id of its upload, which the page states', async () => {
    const { author, picture, topicId, read } = await makePicturedTopic()
    expect(await read()).toContain(`data-picture="${picture.id}"`)
    expect((await report(null, picture.id)).status).toBe(201)
    expect(await openCase(picture.id)).toMatchObject({
      kind: 'picture',
      title: 'Picture in “A pump”',
      path: `/forum/${topicId}`,
      pictureUrl: picture.url,
      context: { title: 'A pump' },
      author: { id: author.id },
    })
  })

  test('in a reply leads to the reply', async () => {
    const [author, forumId] = [await makeUser(site.ctx), await makeTopic(site.ctx, { title: 'Noise' })]
    const picture = await upload(author)
    const { body } = await site.call(author, postReplyEndpoint, { body: { content: `![The pump](${picture.url})`, forumId } })
    expect((await report(await makeUser(site.ctx), picture.id)).status).toBe(201)
    expect(await openCase(picture.id)).toMatchObject({
      title: 'Picture in a reply to “Noise”',
      path: `/forum/${forumId}?reply=${body.id}#reply-${body.id}`,
    })
    const [{ contentHtml }] = (await site.call(null, listRepliesEndpoint, { params: { forumId } })).body
    expect(contentHtml).toContain(`data-picture="${picture.id}"`)
  })

  test('in a post and in a review concern different pictures', async () => {
    const [topic, review] = [await makePicturedTopic(), await makePicturedReview()]
    expect(topic.picture.id).not.toBe(review.picture.id)
    await report(null, topic.picture.id)
    await report(null, review.picture.id)
    expect(await openCase(topic.picture.id)).toMatchObject({ author: { id: topic.author.id } })
    expect(await openCase(review.picture.id)).toMatchObject({ author: { id: review.author.id }, pictureUrl: review.picture.url })
  })

  test('responds with 404 for pictures that are not public', async () => {
    const member = await makeUser(site.ctx)
    expect((await report(null, (await upload(member)).id)).status).toBe(404)
    const { picture, topicId } = await makePicturedTopic()
    await site.call(admin, changeTopicEndpoint, { params: { id: topicId }, body: { status: 'hidden' } })
    expect((await report(null, picture.id)).status).toBe(404)
    expect((await report(null, 1_999_999_999)).status).toBe(404)
  })
})

describe('removing a reported picture', () => {
  test('of a topic hides it there, and the trash restores it', async () => {
    const { picture, read } = await makePicturedTopic()
    await report(null, picture.id)
    expect((await remove((await openCase(picture.id))?.id ?? 0)).status).toBe(200)
    expect(await read()).toBe('<p>Look:</p>\n<p>The pump</p>\n')
    expect(await isServed(picture.url)).toBe(false)
    const { id } = await site.ctx.db.selectFrom('trash').select('id').where('kind', '=', 'post_picture').executeTakeFirstOrThrow()
    expect((await site.call(admin, restoreFromTrashEndpoint, { params: { id } })).status).toBe(200)
    expect(await read()).toContain(`src="${picture.url}"`)
    expect(await isServed(picture.url)).toBe(true)
  })

  test.each([
    ['post', makePicturedTopic],
    ['review', makePicturedReview],
  ])('of a %s is undone by a successful appeal of the author', async (_kind, make) => {
    const { author, picture, read } = await make()
    await report(null, picture.id)
    const decided = await remove((await openCase(picture.id))?.id ?? 0)
    expect(JSON.stringify(await read())).not.toContain(picture.url)
    expect(await isServed(picture.url)).toBe(false)
    await site.call(author, fileAppealEndpoint, { body: { decisionId: decided.body.decision.id, text: 'It is mine.' } })
    const appeals = (await site.call(otherAdmin, listAppealsEndpoint)).body as { id: number; case: { subjectId: number } }[]
    const appeal = appeals.find((found) => found.case.subjectId === picture.id)
    const body = { outcome: 'overturned', text: 'You are right.' } as const
    expect((await site.call(otherAdmin, decideAppealEndpoint, { params: { id: appeal?.id ?? 0 }, body })).status).toBe(200)
    expect(JSON.stringify(await read())).toContain(picture.url)
    expect(await isServed(picture.url)).toBe(true)
  })
})
