/** The pages that links of newsletter mails open, as used by a browser without JavaScript. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealSubscriberKey } from '#features/newsletter/reader-key.service.ts'
import { FORM, HOST, openPlainForms, type PlainForms } from '#tests/support/plain-forms.ts'

let forms: PlainForms
beforeAll(async () => {
  forms = await openPlainForms()
})
afterAll(() => forms.home.close())

describe('confirming and choosing categories by a link from a mail', () => {
  const ask = async (email: string) => {
    await forms.post('/newsletter', { email })
    const [{ body } = { body: '' }] = await forms.listMails(email)
    return /\/newsletter\/confirm\?key=[\w-]{43}/.exec(body)?.[0] ?? ''
  }

  test('GET does not confirm, POST does and can be repeated, and the page is not cached', async () => {
    const link = await ask('presser@example.org')
    const { statusCode, body, headers } = await forms.get(link)
    expect(statusCode).toBe(200)
    expect(body).toContain(`action="${link}" method="post"`)
    expect(body).not.toContain('JavaScript')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-robots-tag']).toBe('noindex')
    expect((await forms.findSubscriber('presser@example.org'))?.confirmed_at).toBeNull()
    for (const title of ['You are subscribed', 'Your subscription is already confirmed']) {
      const { status, html } = await forms.post(link, {})
      expect(status).toBe(200)
      expect(html).toContain(title)
      expect(html).toContain('The next newsletter goes to <!-- -->presser@example.org')
    }
    expect((await forms.findSubscriber('presser@example.org'))?.confirmed_at).toEqual(expect.any(String))
  })

  test('categories are chosen and removed', async () => {
    const link = (await ask('chooser@example.org')).replace('confirm', 'preferences')
    const chosen = (html: string) => [...html.matchAll(/<input[^>]* name="interest"[^>]*>/g)].filter(([tag]) => tag.includes(' checked'))
    const [{ id: first }, { id: second }] = (await forms.db().selectFrom('categories').select('id').orderBy('id').execute()) as [
      { id: number },
      { id: number },
    ]
    expect(chosen((await forms.get(link)).body)).toHaveLength(0)
    const saved = await forms.home.built.app.inject({
      method: 'POST',
      url: link,
      headers: { host: HOST, ...forms.home.newCaller(), ...FORM },
      payload: `interest=${first}&interest=${second}`,
    })
    expect(saved.statusCode).toBe(200)
    expect(saved.body.includes('Saved.')).toBe(true)
    expect(chosen(saved.body).length).toBe(2)
    expect(chosen((await forms.post(link, {})).body)).toHaveLength(0)
  })

  test('an invalid link returns 404', async () => {
    const made = `?key=${'x'.repeat(43)}`
    for (const page of ['confirm', 'preferences']) {
      const { status, html } = await forms.post(`/newsletter/${page}${made}`, {})
      expect(status, page).toBe(404)
      expect(html.includes('This link does not work'), page).toBe(true)
    }
    expect((await forms.get(`/newsletter/preferences${made}`)).statusCode).toBe(404)
  })
})

describe('leaving the newsletter by the link of an issue', () => {
  const make = async (email: string) => {
    const at = new Date().toISOString()
    const row = { email, created_at: at, confirmed_at: at }
    const { id } = await forms.db().insertInto('subscribers').values(row).returning('id').executeTakeFirstOrThrow()
    return `/newsletter/unsubscribe?key=${sealSubscriberKey(forms.home.main, id, 1)}`
  }

  test('GET does not unsubscribe and shows a form that works without JavaScript', async () => {
    const link = await make('looker@example.org')
    const { statusCode, body } = await forms.get(link)
    expect(statusCode).toBe(200)
    expect(body.includes(`action="${link}" method="post"`)).toBe(true)
    expect(await forms.findSubscriber('looker@example.org')).toBeDefined()
    expect((await forms.post(link, {})).html).toContain('You are unsubscribed')
    expect(await forms.findSubscriber('looker@example.org')).toBeUndefined()
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'],
  ])('one-click unsubscribe works with one POST as %s, without cookies or a redirect', async (type, payload) => {
    const link = await make('clicker@example.org')
    const unsubscribe = () =>
      forms.home.built.app.inject({
        method: 'POST',
        url: link,
        headers: { host: HOST, ...forms.home.newCaller(), 'content-type': type },
        payload,
      })
    for (const response of [await unsubscribe(), await unsubscribe()]) expect(response.statusCode).toBe(200)
    expect(await forms.findSubscriber('clicker@example.org')).toBeUndefined()
  })

  test('an invalid link unsubscribes no reader', async () => {
    const { status, html } = await forms.post('/newsletter/unsubscribe?key=' + 'x'.repeat(60), {})
    expect(status).toBe(404)
    expect(html.includes('This link does not work')).toBe(true)
    expect((await forms.post('/newsletter/unsubscribe', {})).status).toBe(404)
  })
})
