/** What mails are made of, of every room: both parts, the way out, and the preview. */
import { expect, onTestFinished, test } from 'vitest'
import { features } from '#app/features.ts'
import { newEnquiryMail } from '#features/enquiries/enquiry.mail.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestSite } from '#tests/support/test-site.ts'
import { renderMailHtml } from './mail-html.ts'
import { actionBlock, defineMail, quoteBlock, textBlock, toMailText } from './mail-template.service.ts'
import { listMailTemplatesEndpoint, previewMailEndpoint } from './mail.contract.ts'

test('of every room: under 102 KB also when somebody writes much, and its text reads by itself', () => {
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

test('of every room: how one leaves stands once in each part, where one can leave', () => {
  const own = { name: 'Net Zero', language: 'en-GB' }
  const left: string[] = []
  for (const template of features.flatMap(({ mails = [] }) => mails)) {
    const content = template.writeSample(own)
    const times = content.unsubscribeUrl === undefined ? 0 : 1
    if (times > 0) left.push(template.name)
    for (const part of [toMailText(content), renderMailHtml(content, own)]) {
      expect([template.name, part.match(/unsubscribe\b(?!\?key=)/gi)?.length ?? 0]).toEqual([template.name, times])
      const links = content.unsubscribeUrl === undefined ? 0 : part.split(content.unsubscribeUrl).length - 1
      expect([template.name, links]).toEqual([template.name, times])
    }
  }
  expect(left).toEqual(expect.arrayContaining(['newsletter.confirm', 'notices.now', 'notices.digest']))
  const pathAlone = { subject: 'x', blocks: [], unsubscribeUrl: '/leave' }
  expect(renderMailHtml(pathAlone, own)).toContain('Unsubscribe: /leave')
  expect(renderMailHtml(pathAlone, own)).not.toContain('<a ')
})

test('what leads nowhere from a mail is no link, and nothing that is typed is markup', () => {
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

test('administrators see a preview of each mail; strangers and members do not', async () => {
  const site = await openTestSite()
  onTestFinished(() => site.close())
  const admin = await makeUser(site.ctx, { isAdmin: true })
  const member = await makeUser(site.ctx)
  const names = (await site.call(admin, listMailTemplatesEndpoint)).body.map(({ name }: { name: string }) => name)
  expect(names).toContain('accounts.password-link')
  for (const name of names) {
    const { status, body } = await site.call(admin, previewMailEndpoint, { params: { name } })
    expect([name, status, body.html.startsWith('<!doctype html>')]).toEqual([name, 200, true])
  }
  expect((await site.call(admin, previewMailEndpoint, { params: { name: 'no.such' } })).status).toBe(404)
  for (const endpoint of [listMailTemplatesEndpoint, previewMailEndpoint])
    for (const [who, status] of [
      [null, 401],
      [member, 403],
    ] as const)
      expect((await site.call(who, endpoint, { params: { name: names[0] } })).status).toBe(status)
})
