/** Test data for browser tests of the back-office, created with an administrator's page. */
import type { Page } from '@playwright/test'
import { expect } from './site.ts'

/** Creates an enquiry for each name. @returns the ids, and the names made unique */
export async function createEnquiries(page: Page, ...names: string[]): Promise<{ id: number; name: string }[]> {
  const [product] = (await (await page.request.get('/api/products?perPage=1')).json()) as { id: number }[]
  const created: { id: number; name: string }[] = []
  for (const prefix of names) {
    const name = `${prefix} ${crypto.randomUUID().slice(0, 8)}`
    const data = { name, email: 'hand@example.org', phone: '01632 960123', address: '1 The Row', productId: product?.id }
    const response = await page.request.post('/api/enquiries', { data })
    expect(response.status()).toBe(201)
    created.push({ id: ((await response.json()) as { id: number }).id, name })
  }
  return created
}

/** Creates enquiries and moves them to the trash. @returns their names, oldest first */
export async function deleteEnquiries<Names extends string[]>(page: Page, ...names: Names): Promise<{ [Name in keyof Names]: string }> {
  const created = await createEnquiries(page, ...names)
  for (const { id } of created) expect((await page.request.delete(`/api/enquiries/${id}`, { data: {} })).status()).toBe(200)
  return created.map(({ name }) => name) as { [Name in keyof Names]: string }
}
