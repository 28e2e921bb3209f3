// Daily on PostgreSQL too: an upsert on a partial index, and conditions over two nullable references.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeReplyEndpoint, deleteReplyEndpoint } from '#features/forums/moderation/moderation.contract.ts'
import { listRepliesEndpoint, postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { getTopicEndpoint, postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { restoreFromTrashEndpoint } from '#features/trash/trash.contract.ts'
import { removeOrphanUploads } from '#features/uploads/upload.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { makeOlder } from '#tests/support/site-files.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { writingFeature } from './feature.ts'
import { removeUnsentPictures } from './pictures/post-picture.service.ts'
import { previewMarkdownEndpoint, uploadPostPictureEndpoint } from './writing.contract.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

let nextShade = 0
const makePictureBytes = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: nextShade++, g: 30, b: 90 } } })
    .withExif({ IFD0: { Artist: 'Ada' } })
    .png()
    .toBuffer()
const upload = async (viewer: Viewer | null, bytes?: Buffer, alt = 'The pump') =>
  site.call(
    viewer,
    uploadPostPictureEndpoint,
    { query: { alt }, body: bytes ?? (await makePictureBytes()) },
    { 'content-type': 'image/png' },
  )
const uploadUrl = async (viewer: Viewer): Promise<string> => (await upload(viewer)).body.url
const reply = (viewer: Viewer | null, forumId: number, content: string) =>
  site.call(viewer, postReplyEndpoint, { body: { content, forumId } })
const serve = (url: string, viewer: Viewer | null = null) => site.call(viewer, { ...getTopicEndpoint, path: url })
const isServed = async (url: string) => (await serve(url)).status === 200
const purgeFiles = async () => {
  const { db } = site.ctx
  const { files } = site.ctx.site
  const old = new Date(Date.now() - 2 * 86_400_000)
  for (const { name } of await files.listFolders('uploads')) await makeOlder({ db, files }, `uploads/${name}`, old)
  await removeOrphanUploads(site.ctx, () => [writingFeature])
}

describe('a picture of a post', () => {
  test('is shown in the reply of its author, with its description and size, and without metadata', async () => {
    const writer = await makeUser(site.ctx)
    const url = await uploadUrl(writer)
    const { status, body } = await reply(writer, await makeTopic(site.ctx), `Look:\n\n![The pump](${url})`)
    expect(status).toBe(201)
    expect(body.contentHtml).toContain(`<img src="${url}" alt="The pump" width="40" height="30"`)
    expect((await sharp((await site.app.inject({ url })).rawPayload).metadata()).exif).toBeUndefined()
    await purgeFiles()
    expect(await isServed(url)).toBe(true)
  })
  test('is shown in a topic', async () => {
    const writer = await makeUser(site.ctx)
    const url = await uploadUrl(writer)
    const { body } = await site.call(writer, postTopicEndpoint, {
      body: { title: 'A pump', content: `![The pump](${url})`, categoryId: 1 },
    })
    expect((await site.call(null, getTopicEndpoint, { params: { id: body.id } })).body.contentHtml).toContain(`<img src="${url}"`)
  })
  test('is replaced by its description in posts of other members, and if it is on another host or no upload of the forum', async () => {
    const [writer, other] = [await makeUser(site.ctx), await makeUser(site.ctx)]
    const url = await uploadUrl(writer)
    const topicId = await makeTopic(site.ctx)
    await reply(writer, topicId, `![The pump](${url})`)
    const copied = await reply(other, topicId, `![The pump](${url})`)
    expect(copied.body.contentHtml).toBe('<p>The pump</p>\n')
    const foreign = await reply(other, topicId, 'A ![b](https://example.com/b.png) ![c](/uploads/0123456789-4x4.webp) ![d](/icon.png)')
    expect(foreign.body.contentHtml).not.toContain('<img')
  })
  test('can be used again by its author in another post', async () => {
    const writer = await makeUser(site.ctx)
    const url = await uploadUrl(writer)
    const topicId = await makeTopic(site.ctx)
    await reply(writer, topicId, `![The pump](${url})`)
    expect((await reply(writer, topicId, `Again ![The pump](${url})`)).body.contentHtml).toContain(`<img src="${url}"`)
  })
  test('is rejected as the fourth of a post, with an error at the text', async () => {
    const writer = await makeUser(site.ctx)
    const urls = [await uploadUrl(writer), await uploadUrl(writer), await uploadUrl(writer), await uploadUrl(writer)]
    const { status, body } = await reply(writer, await makeTopic(site.ctx), urls.map((url) => `![a](${url})`).join('\n'))
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ path: 'content', message: 'A post can have up to 3 pictures.' }])
  })
  test('is rejected from visitors and restricted members, without a description, and if it is no picture', async () => {
    const writer = await makeUser(site.ctx)
    expect((await upload(null)).status).toBe(401)
    expect((await upload({ ...writer, isRestricted: true })).status).toBe(403)
    expect((await upload(writer, undefined, ' ')).status).toBe(400)
    expect((await upload(writer, Buffer.from('<svg/>'))).status).toBe(415)
  })
  test('is withheld from all but administrators while the reply is hidden, and served again when it is visible', async () => {
    const writer = await makeUser(site.ctx)
    const url = await uploadUrl(writer)
    const { body } = await reply(writer, await makeTopic(site.ctx), `![The pump](${url})`)
    await site.call(admin, changeReplyEndpoint, { params: { id: body.id }, body: { status: 'hidden' } })
    expect(await isServed(url)).toBe(false)
    expect(await serve(url, admin)).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-store' } })
    await site.call(admin, changeReplyEndpoint, { params: { id: body.id }, body: { status: 'visible' } })
    expect(await isServed(url)).toBe(true)
  })
  test('is withheld while the reply is in the trash, and restored with it', async () => {
    const writer = await makeUser(site.ctx)
    const url = await uploadUrl(writer)
    const topicId = await makeTopic(site.ctx)
    const { body } = await reply(writer, topicId, `![The pump](${url})`)
    const { trashId } = (await site.call(admin, deleteReplyEndpoint, { params: { id: body.id } })).body
    await purgeFiles()
    expect(await isServed(url)).toBe(false)
    await site.call(admin, restoreFromTrashEndpoint, { params: { id: trashId }, body: {} })
    expect(await isServed(url)).toBe(true)
    const { body: replies } = await site.call(null, listRepliesEndpoint, { params: { forumId: topicId }, query: {} })
    expect(replies[0].contentHtml).toContain(`<img src="${url}"`)
  })
  test('is deleted after a day if it was not sent, and with the account of its author', async () => {
    const writer = await makeUser(site.ctx)
    const [unsent, sent] = [await uploadUrl(writer), await uploadUrl(writer)]
    await reply(writer, await makeTopic(site.ctx), `![The pump](${sent})`)
    await removeUnsentPictures(site.ctx, Date.now() + 25 * 3_600_000)
    await purgeFiles()
    expect(await isServed(unsent)).toBe(false)
    expect(await isServed(sent)).toBe(true)
    await writingFeature.erasePerson?.(site.ctx, { id: writer.id, email: null })
    await purgeFiles()
    expect(await isServed(sent)).toBe(false)
  })
})

describe('the preview', () => {
  test('shows formatting, the member’s unsent pictures and mentions, as the post will', async () => {
    const writer = await makeUser(site.ctx)
    const mentioned = await makeUser(site.ctx, { username: 'preview_ada' })
    const url = await uploadUrl(writer)
    const body = { content: `**Two** weeks, @Preview_Ada 🙂 ![The pump](${url}) <script>` }
    const { status, body: preview } = await site.call(writer, previewMarkdownEndpoint, { body })
    expect(status).toBe(200)
    expect(preview.html).toContain('<strong>Two</strong>')
    expect(preview.html).toContain(`<a href="/user/${mentioned.id}">@Preview_Ada</a> 🙂`)
    expect(preview.html).toContain(`<img src="${url}"`)
    expect(preview.html).not.toContain('<script')
  })
  test('is available to visitors, without pictures of members', async () => {
    const url = await uploadUrl(await makeUser(site.ctx))
    const { body } = await site.call(null, previewMarkdownEndpoint, { body: { content: `*Hm* ![The pump](${url})` } })
    expect(body.html).toBe('<p><em>Hm</em> The pump</p>\n')
  })
})
