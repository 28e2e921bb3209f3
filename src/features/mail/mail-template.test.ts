/** The mail templates of all features: both parts, unsubscribe links and previews. */
import { expect, onTestFinished, test } from 'vitest'
import { features } from '#app/features.ts'
import { newEnquiryMail } from '#features/enquiries/enquiry.mail.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestSite } from '#tests/support/test-site.ts'
import { renderMailHtml } from './mail-html.ts'
import { actionBlock, defineMail, quoteBlock, textBlock, toMailText } from './mail-template.service.ts'
import { listMailTemplatesEndpoint, previewMailEndpoint } from './mail.contract.ts'

test('all templates render complete text and HTML under 102 KB', () => {
  const templates = features.flatMap(({ mails = [] }) => mails)
  expect(new Set(templates.map(({ name }) => name)).size).toBe(templates.length)
  expect(templates.length).toBeGreaterThan(14)
  const own = { name: 'Net Zero', language: 'en-GB' }
  for (const template of templates) {
    const content = template.writeSample(own)
    expect(renderMailHtml(content, own).length, template.name).toBeLessThan(20_000)
    expect(toMailText(content), template.name).not.toMatch(/undefined|\[object|<\w/)
  }
  const long = newEnquiryMail.write(own, { ...newEnquiryMail.sample, notes: '“Why?” & how\n'.repeat(400) })
  expect(Buffer.byteLength(renderMailHtml(long, own))).toBeLessThan(102_000)
})

test('the unsubscribe link is once in each part of the templates that have one', () => {
  const own = { name: 'Net Zero', language: 'en-GB' }
  const withLink: string[] = []
  for (const template of features.flatMap(({ mails = [] }) => mails)) {
    const content = template.writeSample(own)
    const times = content.unsubscribeUrl === undefined ? 0 : 1
    if (times > 0) withLink.push(template.name)
    for (const part of [toMailText(content), renderMailHtml(content, own)]) {
      expect(part.match(/unsubscribe\b(?!\?key=)/gi)?.length ?? 0, template.name).toBe(times)
      const links = content.unsubscribeUrl === undefined ? 0 : part.split(content.unsubscribeUrl).length - 1
      expect(links, template.name).toBe(times)
    }
  }
  expect(withLink).toEqual(expect.arrayContaining(['newsletter.confirm', 'notices.now', 'notices.digest']))
  const pathOnly = { subject: 'x', blocks: [], unsubscribeUrl: '/leave' }
  expect(renderMailHtml(pathOnly, own)).toContain('Unsubscribe: /leave')
  expect(renderMailHtml(pathOnly, own)).not.toContain('<a ')
})

test('renderMailHtml escapes markup and links http(s) URLs only', () => {
  const odd = defineMail<object>({
    name: 'odd.one',
    label: 'Odd',
    sample: {},
    write: () => ({
      subject: '</title><script>',
      blocks: [
        textBlock('<img src=x>'),
        quoteBlock('</p><a href="https://evil.example">'),
        actionBlock('Go', '/path'),
        actionBlock('Run', 'javascript:alert(1)'),
      ],
    }),
  })
  const html = renderMailHtml(odd.writeSample({ name: '<i>', language: 'en' }), { name: '<i>', language: 'en' })
  expect(html).not.toMatch(/<script|<img|<i>|<a /)
  expect(html).toContain('Go: /path')
})

test('previews of all templates are available to administrators only', async () => {
  const site = await openTestSite()
  onTestFinished(() => site.close())
  const admin = await makeUser(site.ctx, { isAdmin: true })
  const member = await makeUser(site.ctx)
  const names = (await site.call(admin, listMailTemplatesEndpoint)).body.map(({ name }: { name: string }) => name)
  expect(names).toContain('accounts.password-link')
  for (const name of names) {
    const { status, body } = await site.call(admin, previewMailEndpoint, { params: { name } })
    expect({ name, status, html: body.html }).toEqual({ name, status: 200, html: expect.stringMatching(/^<!doctype html>/) })
  }
  expect((await site.call(admin, previewMailEndpoint, { params: { name: 'no.such' } })).status).toBe(404)
  for (const endpoint of [listMailTemplatesEndpoint, previewMailEndpoint])
    for (const [who, status] of [
      [null, 401],
      [member, 403],
    ] as const)
      expect((await site.call(who, endpoint, { params: { name: names[0] } })).status).toBe(status)
})
