/** Tests that user-generated text cannot contain valid placeholders, which would be replaced by secret links. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { personalize, writeIssueMail } from './sending/issue-mail.service.ts'

const ORIGIN = 'https://example.org'
const UNSUBSCRIBE_URL = 'https://example.org/newsletter/unsubscribe?key=secret-of-ann'
const PREFERENCES_URL = 'https://example.org/newsletter/preferences?key=secret-of-ann'
let site: TestSite
beforeAll(async () => void (site = await openTestSite()))
afterAll(() => site.close())

const writeMail = (quoted: string) => writeIssueMail(site.ctx, ORIGIN, { subject: 'June', intro: `Quoted: ${quoted}`, entries: [] }, 7)
const countOccurrences = (text: string, part: string) => text.split(part).length - 1

test('each rendering has a unique mark, and each link is inserted once', async () => {
  const [first, second] = await Promise.all([writeMail('a post'), writeMail('a post')])
  expect(first.mark).toMatch(/^[\w-]{36}$/)
  expect(first.mark).not.toBe(second.mark)
  const { html, text } = personalize(first, UNSUBSCRIBE_URL, PREFERENCES_URL)
  for (const part of [html, text]) {
    expect(part).not.toContain('.invalid')
    expect(countOccurrences(part, UNSUBSCRIBE_URL)).toBe(1)
    expect(countOccurrences(part, PREFERENCES_URL)).toBe(1)
  }
})

test('placeholders of earlier renderings are not replaced when they are quoted', async () => {
  const { mark } = await writeMail('nothing')
  const quoted = ['https://leave.newsletter.invalid/', 'https://choose.newsletter.invalid/', `https://leave.${mark}.invalid/`]
  const { html, text } = personalize(await writeMail(quoted.join(' ')), UNSUBSCRIBE_URL, PREFERENCES_URL)
  for (const part of [html, text]) {
    for (const url of quoted) expect(part).toContain(url)
    expect(countOccurrences(part, 'secret-of-ann')).toBe(2)
  }
})

test('a link with dollar signs is inserted unchanged', async () => {
  const { text } = personalize(await writeMail('a post'), `${UNSUBSCRIBE_URL}$&$1`, PREFERENCES_URL)
  expect(text).toContain(`${UNSUBSCRIBE_URL}$&$1`)
})
