/** Placeholders for secret links: user-generated text cannot contain valid ones. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { personalize, writeIssueMail } from './sending/issue-mail.service.ts'

const ORIGIN = 'https://example.org'
const UNSUBSCRIBE_URL = 'https://example.org/newsletter/unsubscribe?key=secret-of-ann'
const PREFERENCES_URL = 'https://example.org/newsletter/preferences?key=secret-of-ann'
let site: TestSite
beforeAll(async () => void (site = await openTestSite()))
afterAll(() => site.close())

const write = (quoted: string) => writeIssueMail(site.ctx, ORIGIN, { subject: 'June', intro: `Quoted: ${quoted}`, entries: [] }, 7)
const count = (text: string, part: string) => text.split(part).length - 1

test('each rendering has a unique mark, and each link is inserted once', async () => {
  const [first, second] = await Promise.all([write('a post'), write('a post')])
  expect(first.mark).toMatch(/^[\w-]{36}$/)
  expect(first.mark).not.toBe(second.mark)
  const { html, text } = personalize(first, UNSUBSCRIBE_URL, PREFERENCES_URL)
  for (const part of [html, text]) {
    expect(part).not.toContain('.invalid')
    expect(count(part, UNSUBSCRIBE_URL)).toBe(1)
    expect(count(part, PREFERENCES_URL)).toBe(1)
  }
})

test('quoted placeholders of earlier renderings are not replaced', async () => {
  const { mark } = await write('nothing')
  const quoted = ['https://leave.newsletter.invalid/', 'https://choose.newsletter.invalid/', `https://leave.${mark}.invalid/`]
  const { html, text } = personalize(await write(quoted.join(' ')), UNSUBSCRIBE_URL, PREFERENCES_URL)
  for (const part of [html, text]) {
    for (const url of quoted) expect(part).toContain(url)
    expect(count(part, 'secret-of-ann')).toBe(2)
  }
})

test('a link with dollar signs is inserted unchanged', async () => {
  const { text } = personalize(await write('a post'), `${UNSUBSCRIBE_URL}$&$1`, PREFERENCES_URL)
  expect(text).toContain(`${UNSUBSCRIBE_URL}$&$1`)
})
