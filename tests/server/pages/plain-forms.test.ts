/** Newsletter and enquiry forms as submitted by a browser without JavaScript. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postEnquiryEndpoint } from '#features/enquiries/enquiry.contract.ts'
import { subscribeEndpoint } from '#features/newsletter/newsletter.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { HOST, openPlainForms, type PlainForms } from '#tests/support/plain-forms.ts'

let forms: PlainForms
beforeAll(async () => {
  forms = await openPlainForms()
})
afterAll(() => forms.home.close())
beforeEach(() => {
  forms.home.viewer = null
  forms.home.main.settings.features.products = true
})

const make = () => makeProduct(forms.home.ctx, { price: '£4,290' })
const person = { name: 'Jo Plover', email: 'jo@example.org', phone: '0123456789', address: '1 The Row\r\nBath', notes: '' }
const enquiries = () => forms.db().selectFrom('enquiries').selectAll().orderBy('id', 'desc').execute()

describe('an enquiry', () => {
  test('ENQ-24 ENQ-26 is stored with the server’s name and price, and the product page confirms it', async () => {
    const product = await make()
    const { status, headers } = await forms.post(`/enquiry/${product.slug}`, { ...person, productId: '999', productPrice: '£1' })
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
    const { body } = await forms.get(String(headers.location))
    expect(body).toContain('Enquiry submitted successfully')
    expect(body).toContain('We&#x27;ll be in touch soon regarding your enquiry.')
    expect((await forms.get(`/products/${product.slug}`)).body).not.toContain('Enquiry submitted successfully')
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
      const { status, html, headers } = await forms.post(`/enquiry/${product.slug}`, { ...person, [field]: value })
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
      expect((await forms.get(`/enquiry/${product.slug}`)).body).not.toContain('Jo Plover')
    },
  )

  test('without input reports every required field', async () => {
    const product = await make()
    const { status, html } = await forms.post(`/enquiry/${product.slug}`, {})
    expect(status).toBe(400)
    expect(html.match(/field-error/g)?.length).toBe(4)
  })

  test('escapes the re-rendered input', async () => {
    const product = await make()
    const evil = '"><script>alert(1)</script>'
    const { status, body } = await forms.post(`/enquiry/${product.slug}`, {
      ...person,
      name: evil,
      notes: '</textarea><script>',
      email: 'no',
    })
    expect(status).toBe(400)
    expect(body).not.toContain('<script>')
  })

  test('a repeated enquiry is stored once; a different one is stored too', async () => {
    const product = await make()
    const before = (await enquiries()).length
    const both = await Promise.all([1, 2].map(() => forms.post(`/enquiry/${product.slug}`, person)))
    expect(both.map(({ status }) => status)).toEqual([303, 303])
    expect((await enquiries()).length).toBe(before + 1)
    await forms.post(`/enquiry/${product.slug}`, { ...person, notes: 'And on Sundays?' })
    expect((await enquiries()).length).toBe(before + 2)
  })

  test('stores the member who sent it', async () => {
    const product = await make()
    const { id } = await makeUser(forms.home.ctx)
    forms.home.viewer = { id, isAdmin: false } satisfies Viewer
    const { headers } = await forms.post(`/enquiry/${product.slug}`, { ...person, name: 'A Member' })
    expect((await enquiries())[0]).toMatchObject({ user_id: id, name: 'A Member' })
    expect(headers['set-cookie']).toBeUndefined()
  })

  test('returns 404 for unknown products and while products are switched off', async () => {
    const unknown = await forms.post('/enquiry/nowhere', person)
    expect(unknown.status).toBe(404)
    expect(unknown.html.includes('Product Not Found')).toBe(true)
    const product = await make()
    forms.home.main.settings.features.products = false
    const off = await forms.post(`/enquiry/${product.slug}`, person)
    expect(off.status).toBe(404)
    expect(off.html.includes('404 Page Not Found')).toBe(true)
    expect(/<form[^>]* class="\w+_enquiryForm"/.test(off.html)).toBe(false)
  })
})

describe('the newsletter', () => {
  test('NEWS-10 stores the email and the page of the form, sends one mail, and confirms it', async () => {
    const { status, headers } = await forms.post('/newsletter', { email: ' Reader@Example.org ', page: '/about' })
    expect(status).toBe(303)
    expect(headers.location).toBe('/newsletter?sent=newsletter')
    await forms.post('/newsletter', { email: 'reader@example.org', page: '/' })
    expect(await forms.findSubscriber('reader@example.org')).toMatchObject({ page: '/about', confirmed_at: null })
    expect(await forms.listMails('reader@example.org')).toHaveLength(1)
    expect((await forms.get(String(headers.location))).body).toContain('Thank you for subscribing to our newsletter!')
  })

  test.each([
    ['', 'Please enter your email address'],
    ['no address', 'Please enter a valid email address'],
    ['a b@example.org', 'Please enter a valid email address'],
    ['"><script>@x', 'Please enter a valid email address'],
  ])('NEWS-03 NEWS-04 NEWS-05 rejects %j: %s', async (email, message) => {
    const { status, html, body, headers } = await forms.post('/newsletter', { email, page: '/about' })
    expect(status).toBe(400)
    expect(headers['cache-control']).toBe('no-store')
    expect(html).toMatch(new RegExp(`field-error.*${message}`, 's'))
    expect(html).toContain('name="page" value="/about"')
    expect(body).not.toContain('<script>')
  })

  test('has its own page, and the form on the home page posts to it', async () => {
    expect((await forms.get('/newsletter')).statusCode).toBe(200)
    expect((await forms.get('/')).body).toContain('action="/newsletter" method="post"')
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
    const { status, body } = await forms.post('/newsletter', fields, { [name]: value })
    expect(status).toBe(403)
    expect(body.includes('This came from another site.')).toBe(true)
    expect(await forms.findSubscriber(fields.email)).toBeUndefined()
  })

  test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])('a body of type %s', async (type) => {
    const { status, body } = await forms.post('/newsletter', newReader(), { 'content-type': type })
    expect(status).toBe(415)
    expect(body.includes('Send the form as application/x-www-form-urlencoded.')).toBe(true)
  })

  test('a body over the size limit', async () => {
    expect((await forms.post('/newsletter', { email: 'x'.repeat(200_000) })).status).toBe(413)
  })

  test('a form posted to the API', async () => {
    expect((await forms.post('/api/newsletter', newReader())).status).toBe(415)
    expect((await forms.post('/api/enquiries', person)).status).toBe(415)
  })

  test('requests over the limit, counted together with the API, and preserves the input', async () => {
    const product = await make()
    const caller = forms.home.newCaller()
    const max = postEnquiryEndpoint.rateLimit?.max ?? 0
    for (let sent = 0; sent < max; sent += 1)
      await forms.home.built.app.inject({ method: 'POST', url: '/api/enquiries', headers: { host: HOST, ...caller }, payload: {} })
    const { status, html, headers } = await forms.post(`/enquiry/${product.slug}`, person, caller)
    expect(status).toBe(429)
    expect(Number(headers['retry-after']) > 0).toBe(true)
    expect(headers['cache-control']).toBe('no-store')
    expect(html).toContain('value="Jo Plover"')
    expect(html).toContain('Error submitting enquiry')
    expect(html).toContain('Please try again later or contact us directly.')

    for (let sent = 0; sent < (subscribeEndpoint.rateLimit?.max ?? 0); sent += 1) await forms.post('/newsletter', newReader(), caller)
    const late = await forms.post('/newsletter', { email: 'late@example.org' }, caller)
    expect(late.status).toBe(429)
    expect(late.html.includes('Failed to subscribe. Please try again later.')).toBe(true)
    expect(late.html).toContain('value="late@example.org"')
    expect(await forms.findSubscriber('late@example.org')).toBeUndefined()
  })
})
test('sign-in and sign-up redirect signed-in members and show visitors the form', async () => {
  const member = await makeUser(forms.home.ctx)
  for (const [url, target] of [
    ['/sign-in', '/account'],
    ['/sign-up', `/user/${member.id}`],
  ] as const) {
    forms.home.viewer = null
    const form = await forms.get(url)
    expect(form).toMatchObject({ statusCode: 200 })
    expect(form.body).toContain('<form')
    forms.home.viewer = member
    expect(await forms.get(url)).toMatchObject({ statusCode: 302, headers: { location: target } })
  }
})
