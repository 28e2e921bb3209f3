import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { getProductEndpoint } from '#features/products/product.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { listTrashEndpoint, purgeFromTrashEndpoint, restoreFromTrashEndpoint, TRASH_DAYS, type TrashItem } from './trash.contract.ts'
import { emptyTrash } from './trash.service.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true, displayName: 'Ada' })
})
afterAll(() => site.close())

const DAY = 86_400_000
async function deleteNewProduct(name: string): Promise<{ id: number; trashId: number; slug: string }> {
  const { id, slug } = await makeProduct(site.ctx, { name })
  const { body } = await site.call(admin, deleteProductEndpoint, { params: { id } })
  return { ...body, slug }
}
const list = async (query: object = {}): Promise<TrashItem[]> => (await site.call(admin, listTrashEndpoint, { query })).body
const restore = (id: number, who: Viewer | null = admin) => site.call(who, restoreFromTrashEndpoint, { params: { id }, body: {} })
const remove = (id: number, who: Viewer | null = admin) => site.call(who, purgeFromTrashEndpoint, { params: { id } })
const status = async (slug: string) => (await site.call(null, getProductEndpoint, { params: { slug } })).status

describe('the trash', () => {
  test('lists deleted items, newest first, with actor and expiry', async () => {
    const [older, newer] = [await deleteNewProduct('Older'), await deleteNewProduct('Newer')]
    const items = await list({ kind: 'product' })
    expect(items.map(({ id }) => id)).toEqual([newer.trashId, older.trashId])
    const [first] = items
    expect(first).toMatchObject({ kind: 'product', subjectId: newer.id, title: 'Newer', deletedBy: 'Ada' })
    expect(Date.parse(first?.emptiesAt ?? '') - Date.parse(first?.deletedAt ?? '')).toBe(TRASH_DAYS * DAY)
    expect(await list({ kind: 'topic' })).toEqual([])
  })

  test('an item that was deleted permanently cannot be restored', async () => {
    const { trashId, slug } = await deleteNewProduct('Ended')
    expect((await remove(trashId)).body).toEqual({ ok: true })
    expect((await restore(trashId)).status).toBe(404)
    expect((await remove(trashId)).status).toBe(404)
    expect(await status(slug)).toBe(410)
  })

  test('of two concurrent restores one succeeds', async () => {
    const { trashId, slug } = await deleteNewProduct('Wanted')
    const both = await Promise.all([restore(trashId), restore(trashId)])
    expect(both.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(await status(slug)).toBe(200)
  })

  test('items are deleted permanently after thirty days, not before', async () => {
    const { trashId } = await deleteNewProduct('Forgotten')
    await emptyTrash(site.ctx, {}, Date.now() + (TRASH_DAYS - 1) * DAY)
    expect((await list()).map(({ id }) => id)).toContain(trashId)
    await emptyTrash(site.ctx, {}, Date.now() + (TRASH_DAYS + 1) * DAY)
    expect((await restore(trashId)).status).toBe(404)
  })
})

describe('rejects', () => {
  test('unknown items and kinds', async () => {
    expect((await restore(424242)).body.code).toBe('trash.not_found')
    expect((await site.call(admin, listTrashEndpoint, { query: { kind: 'user' } })).status).toBe(400)
  })
  test('visitors and members', async () => {
    const { trashId, slug } = await deleteNewProduct('Mine')
    const member = await makeUser(site.ctx)
    for (const [who, refused] of [[null, 401] as const, [member, 403] as const]) {
      const responses = [await restore(trashId, who), await remove(trashId, who), await site.call(who, listTrashEndpoint)]
      expect(responses.map((response) => response.status)).toEqual([refused, refused, refused])
    }
    expect(await status(slug)).toBe(410)
    expect((await restore(trashId)).status).toBe(200)
  })
})
