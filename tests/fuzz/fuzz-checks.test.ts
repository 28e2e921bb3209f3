/** The fuzz checks detect what they look for. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { badRequest } from '#platform/contract/errors.ts'
import type { Route } from '#platform/contract/route.ts'
import { fuzzEndpoint } from './fuzz.ts'
import { openFuzzFixture, type FuzzFixture } from './fuzz-fixture.ts'
import { findLeaks } from './leaks.ts'
import { apiRoutes } from '#app/registry.ts'

let fixture: FuzzFixture
beforeAll(async () => {
  fixture = await openFuzzFixture()
})
afterAll(() => fixture.close())

/** Replaces the implementation of the endpoint, because the server holds the route object itself. */
async function withRun(run: Route['invoke'], work: () => Promise<void>): Promise<void> {
  const replaced = apiRoutes.find(({ endpoint }) => endpoint === postTopicEndpoint)
  if (!replaced) throw new Error('The route does not exist.')
  const { invoke } = replaced
  replaced.invoke = run
  await work().finally(() => (replaced.invoke = invoke))
}
const fuzz = (path?: string) => fuzzEndpoint(fixture, postTopicEndpoint, { seed: 1, calls: 100, path })
const listed = { name: 'a secret', text: 'moth', readers: ['admin'] } as const

describe('the fuzz run detects', () => {
  test('a server error, shrinks it, and reproduces it by its path', async () => {
    const failing: Route['invoke'] = async (_ctx, { body }) => {
      if (typeof body === 'object' && body && 'title' in body && typeof body.title === 'string' && body.title.length > 3)
        throw new Error('no')
      throw badRequest('It is short.')
    }
    await withRun(failing, async () => {
      const error = await fuzz().catch((one: unknown) => String(one))
      const [, path = ''] =
        /answered 500[^]*Error: no[^]*Reproduce: npm run test:fuzz -- --only 'POST \/api\/forums' --seed 1 --path ([\d:]+)$/.exec(
          String(error),
        ) ?? []
      const callOf = (text: unknown) => /^Call: .*$/m.exec(String(text))?.[0]
      // Everything irrelevant was removed by shrinking: no query, and a title that is just long enough.
      expect(callOf(error)).toMatch(/"url":"\/api\/forums","contentType":"application\/json"/)
      expect((/\\"title\\":\\"(.*?)\\"/.exec(callOf(error) ?? '')?.[1] ?? '').length).toBeLessThan(12)
      expect(path).toMatch(/^[\d:]+$/)
      const again = await fuzz(path).catch((one: unknown) => String(one))
      expect(callOf(again)).toBe(callOf(error))
    })
  })
  test('a rejected call that stored something', async () => {
    await withRun(
      async ({ db }) => {
        await db.updateTable('topics').set({ title: crypto.randomUUID() }).execute()
        throw badRequest('no')
      },
      () => expect(fuzz()).rejects.toThrow(/answered 400 and changed .*\btopics\b/),
    )
  })
  test('a response that does not match its schema', async () => {
    await withRun(
      async () => ({ id: 'one' }),
      () => expect(fuzz()).rejects.toThrow(/answered 201: .*must have required property/),
    )
  })
  test('a response that differs from the stored values', async () => {
    const original = apiRoutes.find(({ endpoint }) => endpoint === postTopicEndpoint)?.invoke
    await withRun(
      async (ctx, raw) => ({ ...((await original?.(ctx, raw)) as object), title: 'Another' }),
      () => expect(fuzz()).rejects.toThrow(/the stored values differ from the response: title/),
    )
  })
  test.each([
    ['a password hash', '{"a":"$argon2id$v=19$m=65536"}'],
    ['a stack trace', 'Error: no\\n    at find (file:///srv/app/main.ts:12:3)'],
    ['a stack trace', '    at async Promise.all (node:internal/x:1:2)'],
    ['a stack trace', 'It broke in /srv/app/find.ts:12:3'],
    ['SQL', 'select "id" from "topics"'],
    ['SQL', 'duplicate key value violates unique constraint'],
    ['the name of a schema', 'relation site_main.topics'],
    ['a secret', 'a moth'],
  ])('%s in a response', (name, text) => {
    expect(findLeaks(text, 'visitor', [listed])).toContain(name)
  })
  test('no leak in ordinary text, or in what an administrator may read', () => {
    expect(findLeaks('{"message":"Select from the list, and update it."}', 'visitor', [listed])).toEqual([])
    expect(findLeaks('{"a":"<p>Plug in at the far end</p>","at":"2026-09-13T01:26:59.789Z"}', 'visitor', [listed])).toEqual([])
    expect(findLeaks('a moth', 'admin', [listed])).toEqual([])
  })
})
