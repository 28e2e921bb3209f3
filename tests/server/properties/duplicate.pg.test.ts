/** Repeats every write on PostgreSQL with the values of another one: a slug, name or email address that is taken must be a client error. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WRITE_CALLS } from './all-calls.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test.each(WRITE_CALLS)('$title returns no server error with the body of another call', async (call) => {
  const first = await world.createActor(call.as)
  const input = await call.input(world, first)
  await world.call(call.endpoint, { cookie: input.cookie ?? first.cookie }, input)

  const second = await world.createActor(call.as)
  const other = await call.input(world, second)
  const { status, text } = await world.call(call.endpoint, { cookie: other.cookie ?? second.cookie }, { ...other, body: input.body })
  expect(status, text).toBeLessThan(500)
})
