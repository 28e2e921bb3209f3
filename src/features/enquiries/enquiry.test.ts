import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeProduct } from '#features/products/product.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { postEnquiryEndpoint } from './enquiry.contract.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const CUSTOMER = { name: 'Jo', email: 'jo@example.org', phone: '0123456789', address: '1 The Row', notes: 'Evenings, please.' }
const readLatestEnquiry = () => site.ctx.db.selectFrom('enquiries').selectAll().orderBy('id', 'desc').executeTakeFirst()

describe('sending an enquiry', () => {
  test('API-ENQ-01 ENQ-22 ENQ-30 ENQ-31 CON-25 stores it as new, with the name and price of the stored product', async () => {
    const product = await makeProduct(site.ctx, { price: '£4,290' })
    const body = { ...CUSTOMER, productId: product.id, productName: 'Something else', productPrice: '£1' }
    const response = await site.call(null, postEnquiryEndpoint, { body })
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({ status: 'new', productId: product.id, productName: product.name, productPrice: '£4,290' })
    expect(await readLatestEnquiry()).toMatchObject({
      name: 'Jo',
      notes: CUSTOMER.notes,
      customer_message: CUSTOMER.notes,
      user_id: null,
      product_name: product.name,
    })
  })
  test('ENQ-15 ENQ-21 works without notes and without a price', async () => {
    const product = await makeProduct(site.ctx, { price: null })
    const { notes: _notes, ...withoutNotes } = CUSTOMER
    expect((await site.call(null, postEnquiryEndpoint, { body: { ...withoutNotes, productId: product.id } })).body.productPrice).toBe(
      '£POA',
    )
  })
  test('links the enquiry to the signed-in member', async () => {
    const [product, member] = [await makeProduct(site.ctx), await makeUser(site.ctx)]
    await site.call(member, postEnquiryEndpoint, { body: { ...CUSTOMER, productId: product.id } })
    expect((await readLatestEnquiry())?.user_id).toBe(member.id)
  })
})

describe('validation of an enquiry', () => {
  test.each([
    ['name', 'J', 'Name must be at least 2 characters'],
    ['name', '  J  ', 'Name must be at least 2 characters'],
    ['email', 'jo at example', 'Please enter a valid email address'],
    ['phone', '012345678', 'Please enter a valid phone number'],
    ['address', 'Here', 'Address must be at least 5 characters'],
    ['notes', 'x'.repeat(4001), 'Notes must be at most 4000 characters'],
  ])('ENQ-11 ENQ-12 ENQ-13 ENQ-14 SEC-11 rejects the %s "%s"', async (path, value, message) => {
    const product = await makeProduct(site.ctx)
    const before = (await readLatestEnquiry())?.id
    const { status, body } = await site.call(null, postEnquiryEndpoint, { body: { ...CUSTOMER, productId: product.id, [path]: value } })
    expect(status).toBe(400)
    expect(body.errors).toContainEqual({ path, message })
    expect((await readLatestEnquiry())?.id).toBe(before)
  })
  test('rejects an unknown product', async () => {
    const { status, body } = await site.call(null, postEnquiryEndpoint, { body: { ...CUSTOMER, productId: 999_999 } })
    expect({ status, path: body.errors[0].path }).toEqual({ status: 400, path: 'productId' })
  })
})
