/** Tests avatar uploads, and that members cannot make the server send requests (SSRF). */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import { createUserEndpoint, changeUserEndpoint } from '#features/users/user-admin.contract.ts'
import { replaceRemotePictures } from '#features/uploads/remote-picture.service.ts'
import { removeOrphanUploads } from '#features/uploads/upload.service.ts'
import { uploadEndpoint } from '#features/uploads/upload.contract.ts'
import { makeOlder } from '#tests/support/site-files.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import * as contract from '#features/accounts/account.contract.ts'
import { uploadAvatarEndpoint } from '#features/accounts/profile/profile.contract.ts'
import { makeSignedIn, TEST_PASSWORD, type TestAccount } from '#features/accounts/account.factory.ts'

const requestedUrls: string[] = []
let picture: Buffer
const externalHost = createServer(({ url = '' }, response) => {
  requestedUrls.push(url)
  response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
})
let host = ''
let site: TestSite
let admin: TestAccount
beforeAll(async () => {
  picture = await createPicture('#3a7d44', 900, 600)
  await new Promise<void>((resolve) => externalHost.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(externalHost.address() as AddressInfo).port}`
  site = await openTestSite()
  admin = await makeSignedIn(site, 'Chief', true)
})
afterAll(async () => {
  await site.close()
  await new Promise((resolve) => externalHost.close(resolve))
})

const createPicture = (background: string, width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
const runJob = () => replaceRemotePictures(site.ctx, () => features, { isAllowed: () => true })
const upload = (account: TestAccount | undefined, bytes: Buffer) =>
  site.call(null, uploadAvatarEndpoint, { body: bytes }, { 'content-type': 'image/png', ...(account ? { cookie: account.cookie } : {}) })
const changeAvatar = (account: TestAccount, avatarUrl: string) => account.call(contract.changeAccountEndpoint, { body: { avatarUrl } })
const findAvatar = async (id: number) =>
  (await site.ctx.db.selectFrom('users').select('avatar_url').where('id', '=', id).executeTakeFirstOrThrow()).avatar_url
const removeOrphans = async () => {
  const { db } = site.ctx
  const { files } = site.ctx.site
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
  for (const { name } of await files.listFolders('uploads')) await makeOlder({ db, files }, `uploads/${name}`, twoDaysAgo)
  await removeOrphanUploads(site.ctx, () => features)
}
const getStatus = async (url: string | null) => (await site.app.inject({ url: url ?? '' })).statusCode

describe('a member', () => {
  test('can upload a picture, which is scaled down and served, and deleted once it is replaced', async () => {
    const member = await makeSignedIn(site)
    const { status, body } = await upload(member, picture)
    expect(status).toBe(200)
    expect(body.avatarUrl).toMatch(/^\/uploads\/[a-f0-9]+-400x267\.webp$/)
    await removeOrphans()
    expect(await getStatus(body.avatarUrl)).toBe(200)
    const secondUrl = (await upload(member, await createPicture('#112233'))).body.avatarUrl
    await removeOrphans()
    expect(await getStatus(body.avatarUrl)).toBe(404)
    expect(await getStatus(secondUrl)).toBe(200)
    expect((await changeAvatar(member, '')).body.avatarUrl).toBeNull()
    await removeOrphans()
    expect(await getStatus(secondUrl)).toBe(404)
  })

  test('cannot choose an external URL', async () => {
    const member = await makeSignedIn(site)
    requestedUrls.length = 0
    for (const url of [`${host}/member.png`, 'https://example.org/a.png', '/api/sign-out', '/uploads/aaaaaaaaaaaa-10x10.webp']) {
      expect(await changeAvatar(member, url), url).toMatchObject({ status: 400, body: { errors: [{ path: 'avatarUrl' }] } })
    }
    await runJob()
    expect(requestedUrls).toEqual([])
    expect(await findAvatar(member.id)).toBeNull()
  })

  test('can choose a picture that an administrator has uploaded', async () => {
    const member = await makeSignedIn(site)
    const uploadResponse = await site.call(
      null,
      uploadEndpoint,
      { query: { alt: 'A hedge' }, body: await createPicture('#445566') },
      { 'content-type': 'image/png', cookie: admin.cookie },
    )
    expect((await changeAvatar(member, uploadResponse.body.url)).body.avatarUrl).toBe(uploadResponse.body.url)
  })

  test('can save the profile with an external URL that is already stored; the server does not fetch it', async () => {
    const member = await makeSignedIn(site)
    const url = `${host}/before.png`
    await site.ctx.db.updateTable('users').set({ avatar_url: url }).where('id', '=', member.id).execute()
    requestedUrls.length = 0
    expect((await member.call(contract.changeAccountEndpoint, { body: { avatarUrl: url, displayName: 'Still here' } })).status).toBe(200)
    await runJob()
    expect(requestedUrls).toEqual([])
    expect(await findAvatar(member.id)).toBe(url)
  })

  test('gets 415 or 400 for a file that is not a picture; a visitor gets 401', async () => {
    const member = await makeSignedIn(site)
    expect((await upload(member, Buffer.from('<svg/>'))).status).toBe(415)
    expect((await upload(member, Buffer.from('nothing at all'))).status).toBe(400)
    expect((await upload(undefined, picture)).status).toBe(401)
  })
})

test('an external URL that an administrator enters is fetched once', async () => {
  const member = await makeSignedIn(site)
  requestedUrls.length = 0
  const changeResponse = await admin.call(changeUserEndpoint, { params: { id: member.id }, body: { avatarUrl: `${host}/given.png` } })
  expect(changeResponse.status).toBe(200)
  const createResponse = await admin.call(createUserEndpoint, {
    body: { username: 'Made', email: 'made@example.org', password: TEST_PASSWORD, avatarUrl: `${host}/made.png` },
  })
  await runJob()
  await runJob()
  expect(requestedUrls).toEqual(['/given.png', '/made.png'])
  for (const id of [member.id, createResponse.body.id]) expect(await findAvatar(id)).toMatch(/^\/uploads\//)
})
