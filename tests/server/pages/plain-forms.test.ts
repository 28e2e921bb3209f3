/** Newsletter and enquiry forms as submitted by a browser without JavaScript. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postEnquiryEndpoint } from '#features/enquiries/enquiry.contract.ts'
import { subscribeEndpoint } from '#features/newsletter/newsletter.contract.ts'
import { sealSubscriberKey } from '#features/newsletter/reader-key.service.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'

let home: TestInstallation
beforeAll(async () => {
  home = await openTestInstallation()
  await home.start({ pages: true })
})
afterAll(() => home.close())
beforeEach(() => {
  home.viewer = null
  home.main.settings.features.products = true
})

const db = () => home.main.db
const make = () => makeProduct(home.ctx, { price: '£4,290' })
const person = { name: 'Jo Plover', email: 'jo@example.org', phone: '0123456789', address: '1 The Row\r\nBath', notes: '' }
const HOST = 'localhost:3000'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const post = async (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const payload = new URLSearchParams(fields).toString()
  const {
    statusCode,
    body,
    headers: got,
  } = await home.built.app.inject({
    method: 'POST',
    url,
    headers: { host: HOST, ...home.newCaller(), ...FORM, ...headers },
    payload,
  })
  return { status: statusCode, html: body.slice(0, body.indexOf('<script id="files"')), body, headers: got }
}
const get = (url: string) => home.built.app.inject({ url, headers: { host: HOST } })
const enquiries = () => db().selectFrom('enquiries').selectAll().orderBy('id', 'desc').execute()
const subscriber = (email: string) => db().selectFrom('subscribers').selectAll().where('email', '=', email).executeTakeFirst()
const letters = (to: string) => db().selectFrom('mails').selectAll().where('to_address', '=', to).execute()

describe('an enquiry', () => {
  test('ENQ-24 ENQ-26 is stored with the server’s name and price, and the product page confirms it', async () => {
    const product = await make()
    const { status, headers } = await post(`/enquiry/${product.slug}`, { ...person, productId: '999', productPrice: '£1' })
    expect(status).toBe(303)
    expect(headers.location).toBe(`/products/${product.slug}?sent=enquiry`)
    expect(headers['cache-control']).toBe('no-store')
    expect(String(headers['set-cookie'])).toContain('fresh=1')
    expect((await enquiries())[0]).toMatchObject({
      name: 'Jo Plover',
      address: '1 The Row\nBath',
      notes: null,
      product_id: product.id,
      product_price: '£4,290',
      user_id: null,
    })
    const { body } = await get(String(headers.location))
    expect(body).toContain('Enquiry submitted successfully')
    expect(body).toContain('We&#x27;ll be in touch soon regarding your enquiry.')
    expect((await get(`/products/${product.slug}`)).body).not.toContain('Enquiry submitted successfully')
  })

  test.each([
    ['name', 'J', 'Name must be at least 2 characters'],
    ['email', 'jo at example', 'Please enter a valid email address'],
    ['phone', '012345678', 'Please enter a valid phone number'],
    ['address', 'Here', 'Address must be at least 5 characters'],
    ['notes', 'x'.repeat(4001), 'Notes must be at most 4000 characters'],
  ])(
    'ENQ-11 ENQ-12 ENQ-13 ENQ-14 SEC-11 an invalid %s (%s) is reported next to the field, and the input is preserved',
    async (field, value, message) => {
      const product = await make()
      const before = (await enquiries()).length
      const { status, html, headers } = await post(`/enquiry/${product.slug}`, { ...person, [field]: value })
      expect(status).toBe(400)
      expect(headers['cache-control']).toBe('no-store')
      expect(headers.etag).toBeUndefined()
      const control = new RegExp(`<(input|textarea)[^>]* name="${field}"[^>]*>`).exec(html)?.[0] ?? ''
      expect(control).toContain('aria-invalid="true"')
      const described = /aria-describedby="([^"]*)"/.exec(control)?.[1]?.split(' ').at(-1)
      expect(html).toMatch(new RegExp(`id="${described}"[^>]*>.*?${message}`, 's'))
      expect(html.match(/field-error/g)).toHaveLength(1)
      expect(html).toContain(field === 'name' ? `value="${value}"` : 'value="Jo Plover"')
      expect(html).toContain('Please check the fields that are marked below.')
      expect(html).not.toContain('Error submitting enquiry')
      expect((await enquiries()).length).toBe(before)
      expect((await get(`/enquiry/${product.slug}`)).body).not.toContain('Jo Plover')
    },
  )

  test('without input reports every required field', async () => {
    const product = await make()
    const { status, html } = await post(`/enquiry/${product.slug}`, {})
    expect(status).toBe(400)
    expect(html.match(/field-error/g)?.length).toBe(4)
  })

  test('escapes the re-rendered input', async () => {
    const product = await make()
    const evil = '"><script>alert(1)</script>'
    const { status, body } = await post(`/enquiry/${product.slug}`, { ...person, name: evil, notes: '</textarea><script>', email: 'no' })
    expect(status).toBe(400)
    expect(body).not.toContain('<script>')
  })

  test('a repeated enquiry is stored once; a different one is stored too', async () => {
    const product = await make()
    const before = (await enquiries()).length
    const both = await Promise.all([1, 2].map(() => post(`/enquiry/${product.slug}`, person)))
    expect(both.map(({ status }) => status)).toEqual([303, 303])
    expect((await enquiries()).length).toBe(before + 1)
    await post(`/enquiry/${product.slug}`, { ...person, notes: 'And on Sundays?' })
    expect((await enquiries()).length).toBe(before + 2)
  })

  test('stores the member who sent it', async () => {
    const product = await make()
    const { id } = await makeUser(home.ctx)
    home.viewer = { id, isAdmin: false } satisfies Viewer
    const { headers } = await post(`/enquiry/${product.slug}`, { ...person, name: 'A Member' })
    expect((await enquiries())[0]).toMatchObject({ user_id: id, name: 'A Member' })
    expect(headers['set-cookie']).toBeUndefined()
  })

  test('returns 404 for unknown products and while products are switched off', async () => {
    const unknown = await post('/enquiry/nowhere', person)
    expect(unknown.status).toBe(404)
    expect(unknown.html.includes('Product Not Found')).toBe(true)
    const product = await make()
    home.main.settings.features.products = false
    const off = await post(`/enquiry/${product.slug}`, person)
    expect(off.status).toBe(404)
    expect(off.html.includes('404 Page Not Found')).toBe(true)
    expect(/<form[^>]* class="\w+_enquiryForm"/.test(off.html)).toBe(false)
  })
})

describe('the newsletter', () => {
  test('NEWS-10 stores the email and the page of the form, sends one mail, and confirms it', async () => {
    const { status, headers } = await post('/newsletter', { email: ' Reader@Example.org ', page: '/about' })
    expect(status).toBe(303)
    expect(headers.location).toBe('/newsletter?sent=newsletter')
    await post('/newsletter', { email: 'reader@example.org', page: '/' })
    expect(await subscriber('reader@example.org')).toMatchObject({ page: '/about', confirmed_at: null })
    expect(await letters('reader@example.org')).toHaveLength(1)
    expect((await get(String(headers.location))).body).toContain('Thank you for subscribing to our newsletter!')
  })

  test.each([
    ['', 'Please enter your email address'],
    ['no address', 'Please enter a valid email address'],
    ['a b@example.org', 'Please enter a valid email address'],
    ['"><script>@x', 'Please enter a valid email address'],
  ])('NEWS-03 NEWS-04 NEWS-05 rejects %j: %s', async (email, message) => {
    const { status, html, body, headers } = await post('/newsletter', { email, page: '/about' })
    expect(status).toBe(400)
    expect(headers['cache-control']).toBe('no-store')
    expect(html).toMatch(new RegExp(`field-error.*${message}`, 's'))
    expect(html).toContain('name="page" value="/about"')
    expect(body).not.toContain('<script>')
  })

  test('has its own page, and the form on the home page posts to it', async () => {
    expect((await get('/newsletter')).statusCode).toBe(200)
    expect((await get('/')).body).toContain('action="/newsletter" method="post"')
  })
})

describe('refuses', () => {
  const newReader = () => ({ email: `${crypto.randomUUID()}@example.org` })

  test.each([
    ['origin', 'https://elsewhere.example'],
    ['origin', 'null'],
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
  ])('a cross-site request with %s: %s', async (name, value) => {
    const fields = newReader()
    const { status, body } = await post('/newsletter', fields, { [name]: value })
    expect(status).toBe(403)
    expect(body.includes('This came from another site.')).toBe(true)
    expect(await subscriber(fields.email)).toBeUndefined()
  })

  test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])('a body of type %s', async (type) => {
    const { status, body } = await post('/newsletter', newReader(), { 'content-type': type })
    expect(status).toBe(415)
    expect(body.includes('Send the form as application/x-www-form-urlencoded.')).toBe(true)
  })

  test('a body over the size limit', async () => {
    expect((await post('/newsletter', { email: 'x'.repeat(200_000) })).status).toBe(413)
  })

  test('a form posted to the API', async () => {
    expect((await post('/api/newsletter', newReader())).status).toBe(415)
    expect((await post('/api/enquiries', person)).status).toBe(415)
  })

  test('requests over the limit, counted together with the API, and preserves the input', async () => {
    const product = await make()
    const caller = home.newCaller()
    const max = postEnquiryEndpoint.rateLimit?.max ?? 0
    for (let sent = 0; sent < max; sent += 1)
      await home.built.app.inject({ method: 'POST', url: '/api/enquiries', headers: { host: HOST, ...caller }, payload: {} })
    const { status, html, headers } = await post(`/enquiry/${product.slug}`, person, caller)
    expect(status).toBe(429)
    expect(Number(headers['retry-after']) > 0).toBe(true)
    expect(headers['cache-control']).toBe('no-store')
    expect(html).toContain('value="Jo Plover"')
    expect(html).toContain('Error submitting enquiry')
    expect(html).toContain('Please try again later or contact us directly.')

    for (let sent = 0; sent < (subscribeEndpoint.rateLimit?.max ?? 0); sent += 1) await post('/newsletter', newReader(), caller)
    const late = await post('/newsletter', { email: 'late@example.org' }, caller)
    expect(late.status).toBe(429)
    expect(late.html.includes('Failed to subscribe. Please try again later.')).toBe(true)
    expect(late.html).toContain('value="late@example.org"')
    expect(await subscriber('late@example.org')).toBeUndefined()
  })
})

describe('confirming and choosing categories by a link from a mail', () => {
  const ask = async (email: string) => {
    await post('/newsletter', { email })
    const [{ body } = { body: '' }] = await letters(email)
    return /\/newsletter\/confirm\?key=[\w-]{43}/.exec(body)?.[0] ?? ''
  }

  test('GET does not confirm, POST does and can be repeated, and the page is not cached', async () => {
    const link = await ask('presser@example.org')
    const { statusCode, body, headers } = await get(link)
    expect(statusCode).toBe(200)
    expect(body).toContain(`action="${link}" method="post"`)
    expect(body).not.toContain('JavaScript')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-robots-tag']).toBe('noindex')
    expect((await subscriber('presser@example.org'))?.confirmed_at).toBeNull()
    for (const title of ['You are subscribed', 'Your subscription is already confirmed']) {
      const { status, html } = await post(link, {})
      expect(status).toBe(200)
      expect(html).toContain(title)
      expect(html).toContain('The next newsletter goes to <!-- -->presser@example.org')
    }
    expect((await subscriber('presser@example.org'))?.confirmed_at).toEqual(expect.any(String))
  })

  test('categories are chosen and removed', async () => {
    const link = (await ask('chooser@example.org')).replace('confirm', 'preferences')
    const chosen = (html: string) => [...html.matchAll(/<input[^>]* name="interest"[^>]*>/g)].filter(([tag]) => tag.includes(' checked'))
    const [{ id: first }, { id: second }] = (await db().selectFrom('categories').select('id').orderBy('id').execute()) as [
      { id: number },
      { id: number },
    ]
    expect(chosen((await get(link)).body)).toHaveLength(0)
    const saved = await home.built.app.inject({
      method: 'POST',
      url: link,
      headers: { host: HOST, ...home.newCaller(), ...FORM },
      payload: `interest=${first}&interest=${second}`,
    })
    expect(saved.statusCode).toBe(200)
    expect(saved.body.includes('Saved.')).toBe(true)
    expect(chosen(saved.body).length).toBe(2)
    expect(chosen((await post(link, {})).body)).toHaveLength(0)
  })

  test('an invalid link returns 404', async () => {
    const made = `?key=${'x'.repeat(43)}`
    for (const page of ['confirm', 'preferences']) {
      const { status, html } = await post(`/newsletter/${page}${made}`, {})
      expect(status, page).toBe(404)
      expect(html.includes('This link does not work'), page).toBe(true)
    }
    expect((await get(`/newsletter/preferences${made}`)).statusCode).toBe(404)
  })
})

describe('leaving the newsletter by the link of an issue', () => {
  const make = async (email: string) => {
    const at = new Date().toISOString()
    const row = { email, created_at: at, confirmed_at: at }
    const { id } = await db().insertInto('subscribers').values(row).returning('id').executeTakeFirstOrThrow()
    return `/newsletter/unsubscribe?key=${sealSubscriberKey(home.main, id, 1)}`
  }

  test('GET does not unsubscribe and shows a form that works without JavaScript', async () => {
    const link = await make('looker@example.org')
    const { statusCode, body } = await get(link)
    expect(statusCode).toBe(200)
    expect(body.includes(`action="${link}" method="post"`)).toBe(true)
    expect(await subscriber('looker@example.org')).toBeDefined()
    expect((await post(link, {})).html).toContain('You are unsubscribed')
    expect(await subscriber('looker@example.org')).toBeUndefined()
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'],
  ])('one-click unsubscribe works with one POST as %s, without cookies or a redirect', async (type, payload) => {
    const link = await make('clicker@example.org')
    const unsubscribe = () =>
      home.built.app.inject({ method: 'POST', url: link, headers: { host: HOST, ...home.newCaller(), 'content-type': type }, payload })
    for (const answer of [await unsubscribe(), await unsubscribe()]) expect(answer.statusCode).toBe(200)
    expect(await subscriber('clicker@example.org')).toBeUndefined()
  })

  test('an invalid link unsubscribes no reader', async () => {
    const { status, html } = await post('/newsletter/unsubscribe?key=' + 'x'.repeat(60), {})
    expect(status).toBe(404)
    expect(html.includes('This link does not work')).toBe(true)
    expect((await post('/newsletter/unsubscribe', {})).status).toBe(404)
  })
})

test('sign-in and sign-up redirect signed-in members and show visitors the form', async () => {
  const member = await makeUser(home.ctx)
  for (const [url, target] of [
    ['/sign-in', '/account'],
    ['/sign-up', `/user/${member.id}`],
  ] as const) {
    home.viewer = null
    const form = await get(url)
    expect(form).toMatchObject({ statusCode: 200 })
    expect(form.body).toContain('<form')
    home.viewer = member
    expect(await get(url)).toMatchObject({ statusCode: 302, headers: { location: target } })
  }
})
