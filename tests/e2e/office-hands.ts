/** What several browser tests of the back-office put there first. The page is an administrator's. */
import type { Page } from '@playwright/test'
import { expect } from './site.ts'

/** Makes an enquiry for each name. @returns their ids, and the names as they stand there */
export async function createEnquiries(page: Page, ...names: string[]): Promise<{ id: number; name: string }[]> {
  const [product] = (await (await page.request.get('/api/products?perPage=1')).json()) as { id: number }[]
  const made: { id: number; name: string }[] = []
  for (const given of names) {
    const name = `${given} ${crypto.randomUUID().slice(0, 8)}`
    const data = { name, email: 'hand@example.org', phone: '01632 960123', address: '1 The Row', productId: product?.id }
    const answer = await page.request.post('/api/enquiries', { data })
    expect(answer.status()).toBe(201)
    made.push({ id: ((await answer.json()) as { id: number }).id, name })
  }
  return made
}

/** Makes enquiries and puts them into the trash, one after the other. @returns their names, the oldest first */
export async function deleteEnquiries<Names extends string[]>(page: Page, ...names: Names): Promise<{ [Name in keyof Names]: string }> {
  const made = await createEnquiries(page, ...names)
  for (const { id } of made) expect((await page.request.delete(`/api/enquiries/${id}`, { data: {} })).status()).toBe(200)
  return made.map(({ name }) => name) as { [Name in keyof Names]: string }
}
