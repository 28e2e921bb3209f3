/** A member uploads a picture, and makes the server contact no host. */
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
import { makeSignedIn, TEST_PASSWORD, type SignedUp } from '#features/accounts/account.factory.ts'

const asked: string[] = []
let picture: Buffer
const internet = createServer(({ url = '' }, response) => {
  asked.push(url)
  response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
})
let host = ''
let site: TestSite
let admin: SignedUp
beforeAll(async () => {
  picture = await paint('#3a7d44', 900, 600)
  await new Promise<void>((resolve) => internet.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(internet.address() as AddressInfo).port}`
  site = await openTestSite()
  admin = await makeSignedIn(site, 'Chief', true)
})
afterAll(async () => {
  await site.close()
  await new Promise((resolve) => internet.close(resolve))
})

const paint = (background: string, width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
const runJob = () => replaceRemotePictures(site.ctx, () => features, { isAllowed: () => true })
const upload = (who: SignedUp | undefined, bytes: Buffer) =>
  site.call(null, uploadAvatarEndpoint, { body: bytes }, { 'content-type': 'image/png', ...(who ? { cookie: who.cookie } : {}) })
const choose = (who: SignedUp, avatarUrl: string) => who.call(contract.changeAccountEndpoint, { body: { avatarUrl } })
const avatarOf = async (id: number) =>
  (await site.ctx.db.selectFrom('users').select('avatar_url').where('id', '=', id).executeTakeFirstOrThrow()).avatar_url
const sweep = async () => {
  const { db } = site.ctx
  const { files } = site.ctx.site
  const old = new Date(Date.now() - 2 * 86_400_000)
  for (const { name } of await files.listFolders('uploads')) await makeOlder({ db, files }, `uploads/${name}`, old)
  await removeOrphanUploads(site.ctx, () => features)
}
const statusOf = async (url: string | null) => (await site.app.inject({ url: url ?? '' })).statusCode

describe('a member', () => {
  test('uploads a picture: stored small, served, and kept until it is replaced', async () => {
    const member = await makeSignedIn(site)
    const { status, body } = await upload(member, picture)
    expect(status).toBe(200)
    expect(body.avatarUrl).toMatch(/^\/uploads\/[a-f0-9]+-400x267\.webp$/)
    await sweep()
    expect(await statusOf(body.avatarUrl)).toBe(200)
    const second = (await upload(member, await paint('#112233'))).body.avatarUrl
    await sweep()
    expect([await statusOf(body.avatarUrl), await statusOf(second)]).toEqual([404, 200])
    expect((await choose(member, '')).body.avatarUrl).toBeNull()
    await sweep()
    expect(await statusOf(second)).toBe(404)
  })

  test('names no host that the server contacts', async () => {
    const member = await makeSignedIn(site)
    asked.length = 0
    for (const url of [`${host}/member.png`, 'https://example.org/a.png', '/api/sign-out', '/uploads/aaaaaaaaaaaa-10x10.webp']) {
      const refused = await choose(member, url)
      expect([url, refused.status, refused.body.errors?.[0]?.path]).toEqual([url, 400, 'avatarUrl'])
    }
    await runJob()
    expect(asked).toEqual([])
    expect(await avatarOf(member.id)).toBeNull()
  })

  test('may choose a picture that administrators have uploaded', async () => {
    const member = await makeSignedIn(site)
    const listed = await site.call(
      null,
      uploadEndpoint,
      { query: { alt: 'A hedge' }, body: await paint('#445566') },
      { 'content-type': 'image/png', cookie: admin.cookie },
    )
    expect((await choose(member, listed.body.url)).body.avatarUrl).toBe(listed.body.url)
  })

  test('keeps an address that was stored before, which is not fetched', async () => {
    const member = await makeSignedIn(site)
    const url = `${host}/before.png`
    await site.ctx.db.updateTable('users').set({ avatar_url: url }).where('id', '=', member.id).execute()
    asked.length = 0
    expect((await member.call(contract.changeAccountEndpoint, { body: { avatarUrl: url, displayName: 'Still here' } })).status).toBe(200)
    await runJob()
    expect([asked, await avatarOf(member.id)]).toEqual([[], url])
  })

  test('gets an error for a file that is no picture, and a visitor for any', async () => {
    const member = await makeSignedIn(site)
    expect((await upload(member, Buffer.from('<svg/>'))).status).toBe(415)
    expect((await upload(member, Buffer.from('nothing at all'))).status).toBe(400)
    expect((await upload(undefined, picture)).status).toBe(401)
  })
})

test('an administrator gives an address: it is fetched once, and again only when given again', async () => {
  const member = await makeSignedIn(site)
  asked.length = 0
  const given = await admin.call(changeUserEndpoint, { params: { id: member.id }, body: { avatarUrl: `${host}/given.png` } })
  expect(given.status).toBe(200)
  const made = await admin.call(createUserEndpoint, {
    body: { username: 'Made', email: 'made@example.org', password: TEST_PASSWORD, avatarUrl: `${host}/made.png` },
  })
  await runJob()
  await runJob()
  expect(asked).toEqual(['/given.png', '/made.png'])
  expect([await avatarOf(member.id), await avatarOf(made.body.id)]).toEqual([
    expect.stringMatching(/^\/uploads\//),
    expect.stringMatching(/^\/uploads\//),
  ])
})
