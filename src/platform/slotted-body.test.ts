import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { OwnBytes, SlottedBody } from './slotted-body.ts'

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
