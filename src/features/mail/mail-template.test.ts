/** Tests the mail templates of all features: both parts, the unsubscribe links and the previews. */
import { expect, onTestFinished, test } from 'vitest'
import { features } from '#app/features.ts'
import { newEnquiryMail } from '#features/enquiries/enquiry.mail.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestSite } from '#tests/support/test-site.ts'
import { renderMailHtml } from './mail-html.ts'
import { actionBlock, defineMail, quoteBlock, textBlock, toMailText } from './mail-template.service.ts'
import { listMailTemplatesEndpoint, previewMailEndpoint } from './mail.contract.ts'

test('all templates render text without gaps and HTML under 20 KB, and a long enquiry stays under 102 KB', () => {
  const templates = features.flatMap(({ mails = [] }) => mails)
  expect(new Set(templates.map(({ name }) => name)).size).toBe(templates.length)
  expect(templates.length).toBeGreaterThan(14)
  const site = { name: 'Net Zero', language: 'en-GB' }
  for (const template of templates) {
    const content = template.writeSample(site)
    expect(renderMailHtml(content, site).length, template.name).toBeLessThan(20_000)
    expect(toMailText(content), template.name).not.toMatch(/undefined|\[object|<\w/)
  }
  const longContent = newEnquiryMail.write(site, { ...newEnquiryMail.sample, notes: '“Why?” & how\n'.repeat(400) })
  expect(Buffer.byteLength(renderMailHtml(longContent, site))).toBeLessThan(102_000)
})

test('the unsubscribe link appears exactly once in each part of the mails that have one', () => {
  const site = { name: 'Net Zero', language: 'en-GB' }
  const withLink: string[] = []
  for (const template of features.flatMap(({ mails = [] }) => mails)) {
    const content = template.writeSample(site)
    const expectedCount = content.unsubscribeUrl === undefined ? 0 : 1
    if (expectedCount > 0) withLink.push(template.name)
    for (const part of [toMailText(content), renderMailHtml(content, site)]) {
      expect(part.match(/unsubscribe\b(?!\?key=)/gi)?.length ?? 0, template.name).toBe(expectedCount)
      const links = content.unsubscribeUrl === undefined ? 0 : part.split(content.unsubscribeUrl).length - 1
      expect(links, template.name).toBe(expectedCount)
    }
  }
  expect(withLink).toEqual(expect.arrayContaining(['newsletter.confirm', 'notices.now', 'notices.digest']))
  const pathOnly = { subject: 'x', blocks: [], unsubscribeUrl: '/leave' }
  expect(renderMailHtml(pathOnly, site)).toContain('Unsubscribe: /leave')
  expect(renderMailHtml(pathOnly, site)).not.toContain('<a ')
})

test('renderMailHtml escapes markup and renders links for http and https URLs only', () => {
  const oddMail = defineMail<object>({
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
  const html = renderMailHtml(oddMail.writeSample({ name: '<i>', language: 'en' }), { name: '<i>', language: 'en' })
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
