/** What the operator can close: the API description and the health details. */
import { afterEach, expect, test } from 'vitest'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { buildTestApp, openTestSites, signIn, type TestSites } from '#tests/support/test-site.ts'
import type { AppOptions, BuiltApp } from '#app/build-app.ts'

const DOCS = ['/api/docs', '/api/docs/', '/api/docs/style.css', '/api/docs/script.js', '/api/openapi.json']
let opened: TestSites | undefined
let built: BuiltApp | undefined
afterEach(async () => {
  await built?.app.close()
  await opened?.close()
})

async function start(options: Partial<Pick<AppOptions['config'], 'apiDocs' | 'healthDetails'>>) {
  opened = await openTestSites({ content: 'empty' })
  const { main } = opened
  built = await buildTestApp({ sites: singleSiteDirectory(main), ...options })
  const { app } = built
  const signedIn = (isAdmin: boolean) => signIn({ site: main, db: main.db, log: app.log }, { isAdmin })
  const statuses = (cookie = '') => Promise.all(DOCS.map(async (url) => (await app.inject({ url, headers: { cookie } })).statusCode))
  return { app, signedIn, statuses }
}

test('the API description is public by default', async () => {
  expect(await (await start({})).statuses()).toEqual(DOCS.map(() => 200))
})

test('with apiDocs: admin the API description is 404 for everyone but administrators, also after one has read it', async () => {
  const { statuses, signedIn } = await start({ apiDocs: 'admin' })
  expect(await statuses()).toEqual(DOCS.map(() => 404))
  expect(await statuses(await signedIn(false))).toEqual(DOCS.map(() => 404))
  expect(await statuses(await signedIn(true))).toEqual(DOCS.map(() => 200))
  expect(await statuses()).toEqual(DOCS.map(() => 404))
})

test('with apiDocs: off the API description is 404 for administrators too', async () => {
  const { statuses, signedIn } = await start({ apiDocs: 'off' })
  expect(await statuses(await signedIn(true))).toEqual(DOCS.map(() => 404))
})

test('health responses have no details unless healthDetails is set', async () => {
  const quiet = (await start({})).app
  expect((await quiet.inject('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await quiet.inject('/readyz')).json()).toEqual({ status: 'ready' })
  await quiet.close()
  await opened?.close()
  const open = (await start({ healthDetails: true })).app
  expect((await open.inject('/healthz')).json()).toEqual({ status: 'ok', cache: expect.anything(), memory: expect.any(Number) })
})
