/** Only our own blocks have the placeholders that are filled with a reader's secret links; no text in an issue can. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { personalize, writeIssueMail } from './sending/issue-mail.service.ts'

const ORIGIN = 'https://example.org'
const LEAVE = 'https://example.org/newsletter/unsubscribe?key=secret-of-ann'
const CHOOSE = 'https://example.org/newsletter/preferences?key=secret-of-ann'
let site: TestSite
beforeAll(async () => void (site = await openTestSite()))
afterAll(() => site.close())

const write = (quoted: string) => writeIssueMail(site.ctx, ORIGIN, { subject: 'June', intro: `Quoted: ${quoted}`, entries: [] }, 7)
const count = (text: string, part: string) => text.split(part).length - 1

test('each rendering has another mark, and a reader’s links are filled in once each', async () => {
  const [one, other] = await Promise.all([write('a post'), write('a post')])
  expect(one.mark).toMatch(/^[\w-]{36}$/)
  expect(one.mark).not.toBe(other.mark)
  const { html, text } = personalize(one, LEAVE, CHOOSE)
  for (const part of [html, text]) {
    expect(part).not.toContain('.invalid')
    expect(count(part, LEAVE)).toBe(1)
    expect(count(part, CHOOSE)).toBe(1)
  }
})

test('placeholders of former and other issues that a text quotes are not filled', async () => {
  const { mark } = await write('nothing')
  const quoted = ['https://leave.newsletter.invalid/', 'https://choose.newsletter.invalid/', `https://leave.${mark}.invalid/`]
  const { html, text } = personalize(await write(quoted.join(' ')), LEAVE, CHOOSE)
  for (const part of [html, text]) {
    for (const url of quoted) expect(part).toContain(url)
    expect(count(part, 'secret-of-ann')).toBe(2)
  }
})

test('a link with dollar signs is inserted as it is', async () => {
  const { text } = personalize(await write('a post'), `${LEAVE}$&$1`, CHOOSE)
  expect(text).toContain(`${LEAVE}$&$1`)
})
