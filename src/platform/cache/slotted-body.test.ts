import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { OwnBytes, SlottedBody, type BodySlot } from './slotted-body.ts'

const TEXT = `<p>Grüße, <a>Sign in</a>${' and so on'.repeat(500)}<i>–</i>, <b></b>the end</p>`
const slotAt = (found: string, name: string) => ({ name, start: TEXT.indexOf(found), end: TEXT.indexOf(found) + found.length })
const SLOTS = [slotAt('<a>Sign in</a>', 'account'), slotAt('<b></b>', 'badge')]
const body = () => new SlottedBody(TEXT, () => Buffer.from(TEXT), SLOTS)
const own = (...texts: string[]) => texts.map((text) => new OwnBytes(text))
const filled = (account: string, badge: string) => TEXT.replace('<a>Sign in</a>', account).replace('<b></b>', badge)

test('what is one’s own stands in its places, plain and compressed', async () => {
  const slotted = body()
  await slotted.compress()
  for (const [account, badge] of [
    ['Ada', 'gold'],
    ['', ''],
    ['Zoë'.repeat(30_000), '<u>7</u>'],
  ] as const) {
    const mine = own(account, badge)
    expect(slotted.fill(mine, 'identity').toString()).toBe(filled(account, badge))
    expect(gunzipSync(slotted.fill(mine, 'gzip')).toString()).toBe(filled(account, badge))
  }
})

test('nothing of it stays in what is kept', async () => {
  const slotted = body()
  await slotted.compress()
  const before = JSON.stringify(slotted)
  slotted.fill(own('Ada-is-here', 'x'), 'gzip')
  expect(JSON.stringify(slotted)).toBe(before)
  expect(slotted.pieces.map(({ identity }) => identity.toString()).join('|')).not.toMatch(/Sign in|Ada/)
})

test('bodies that are filled with the same have the same word for it, and others have not', () => {
  const about = (number: string) => new SlottedBody(TEXT, () => Buffer.from(TEXT), [{ ...slotAt('<b></b>', 'badge'), about: number }])
  expect(body().ownKey).toBe(body().ownKey)
  const asking = new SlottedBody(TEXT, () => Buffer.from(TEXT), SLOTS, [['/api/x', { query: { topicId: 1 } }]])
  expect(new Set([body(), about('1'), about('2'), asking].map(({ ownKey }) => ownKey)).size).toBe(4)
})

test('its word names the places in their order, what they are about, and what is asked beside', () => {
  const slots = [SLOTS[0] as BodySlot, { ...(SLOTS[1] as BodySlot), about: '7' }]
  expect(body().ownKey).toBe('[["account","badge"],[]]')
  expect(new SlottedBody(TEXT, () => Buffer.from(TEXT), slots, [['/api/x', { query: { page: 2 } }]]).ownKey).toBe(
    '[["account",["badge","7"]],[["/api/x",{"query":{"page":2}}]]]',
  )
  expect(body().slots).toEqual([
    { name: 'account', about: undefined },
    { name: 'badge', about: undefined },
  ])
  expect(body().ownQueries).toEqual([])
})

test('it says when it is used and when it has grown, and counts what it holds', async () => {
  let uses = 0
  const slotted = new SlottedBody(
    TEXT,
    () => Buffer.from(TEXT),
    SLOTS,
    [],
    () => void (uses += 1),
  )
  const always = 3 * 120 + 4 * slotted.ownKey.length
  const seen = () => ({
    uses,
    size: slotted.size,
    formBytes: slotted.formBytes,
    ready: [slotted.isReady('identity'), slotted.isReady('gzip')],
  })
  expect(seen()).toEqual({ uses: 0, size: always, formBytes: 0, ready: [true, false] })
  expect(slotted.pieces).toHaveLength(3)
  expect(seen()).toEqual({ uses: 1, size: always, formBytes: 3 * 300, ready: [true, false] })
  const pieces = await slotted.compress()
  const deflated = pieces.reduce((sum, piece) => sum + (piece.deflated?.length ?? 0), 0)
  expect(deflated).toBeGreaterThan(50)
  expect(seen()).toEqual({ uses: 3, size: always, formBytes: 3 * 300 + deflated, ready: [true, true] })
  await slotted.compress()
  expect(uses).toBe(4)
  slotted.dropPieces()
  expect(seen()).toEqual({ uses: 4, size: always, formBytes: 0, ready: [true, false] })
})

test('a body of which one piece is not compressed yet is not ready, and is made so', async () => {
  const slotted = body()
  const [, middle] = await slotted.compress()
  if (middle) middle.deflated = undefined
  expect(slotted.isReady('gzip')).toBe(false)
  await slotted.compress()
  expect(slotted.isReady('gzip')).toBe(true)
  expect(gunzipSync(slotted.fill(own('Ada', 'x'), 'gzip')).toString()).toBe(filled('Ada', 'x'))
})

test('what is one’s own counts both its forms, and nothing of an empty one', () => {
  const ada = new OwnBytes('Ada')
  expect([ada.size, ada.identity.length]).toEqual([3 + ada.deflated.length + 300, 3])
  expect(ada.deflated.length).toBeGreaterThan(3)
  expect(new OwnBytes('').size).toBe(300)
})
