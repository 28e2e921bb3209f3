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

const DAY_MS = 86_400_000
async function deleteNewProduct(name: string): Promise<{ id: number; trashId: number; slug: string }> {
  const { id, slug } = await makeProduct(site.ctx, { name })
  const { body } = await site.call(admin, deleteProductEndpoint, { params: { id } })
  return { ...body, slug }
}
const listItems = async (query: object = {}): Promise<TrashItem[]> => (await site.call(admin, listTrashEndpoint, { query })).body
const restore = (id: number, viewer: Viewer | null = admin) => site.call(viewer, restoreFromTrashEndpoint, { params: { id }, body: {} })
const purge = (id: number, viewer: Viewer | null = admin) => site.call(viewer, purgeFromTrashEndpoint, { params: { id } })
const getProductStatus = async (slug: string) => (await site.call(null, getProductEndpoint, { params: { slug } })).status

describe('the trash', () => {
  test('lists deleted items, newest first, with actor and expiry', async () => {
    const [older, newer] = [await deleteNewProduct('Older'), await deleteNewProduct('Newer')]
    const items = await listItems({ kind: 'product' })
    expect(items.map(({ id }) => id)).toEqual([newer.trashId, older.trashId])
    const [first] = items
    expect(first).toMatchObject({ kind: 'product', subjectId: newer.id, title: 'Newer', deletedBy: 'Ada' })
    expect(Date.parse(first?.emptiesAt ?? '') - Date.parse(first?.deletedAt ?? '')).toBe(TRASH_DAYS * DAY_MS)
    expect(await listItems({ kind: 'topic' })).toEqual([])
  })

  test('an item that was deleted permanently cannot be restored', async () => {
    const { trashId, slug } = await deleteNewProduct('Ended')
    expect((await purge(trashId)).body).toEqual({ ok: true })
    expect((await restore(trashId)).status).toBe(404)
    expect((await purge(trashId)).status).toBe(404)
    expect(await getProductStatus(slug)).toBe(410)
  })

  test('only one of two concurrent restores succeeds', async () => {
    const { trashId, slug } = await deleteNewProduct('Wanted')
    const responses = await Promise.all([restore(trashId), restore(trashId)])
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(await getProductStatus(slug)).toBe(200)
  })

  test('items are deleted permanently after thirty days, but not before', async () => {
    const { trashId } = await deleteNewProduct('Forgotten')
    await emptyTrash(site.ctx, {}, Date.now() + (TRASH_DAYS - 1) * DAY_MS)
    expect((await listItems()).map(({ id }) => id)).toContain(trashId)
    await emptyTrash(site.ctx, {}, Date.now() + (TRASH_DAYS + 1) * DAY_MS)
    expect((await restore(trashId)).status).toBe(404)
  })
})

describe('permissions and validation', () => {
  test('restoring an unknown item fails with trash.not_found, and listing an unknown kind returns 400', async () => {
    expect((await restore(424242)).body.code).toBe('trash.not_found')
    expect((await site.call(admin, listTrashEndpoint, { query: { kind: 'user' } })).status).toBe(400)
  })
  test('restoring, deleting and listing return 401 for visitors and 403 for members', async () => {
    const { trashId, slug } = await deleteNewProduct('Mine')
    const member = await makeUser(site.ctx)
    for (const [viewer, expectedStatus] of [[null, 401] as const, [member, 403] as const]) {
      const responses = [await restore(trashId, viewer), await purge(trashId, viewer), await site.call(viewer, listTrashEndpoint)]
      expect(responses.map((response) => response.status)).toEqual([expectedStatus, expectedStatus, expectedStatus])
    }
    expect(await getProductStatus(slug)).toBe(410)
    expect((await restore(trashId)).status).toBe(200)
  })
})
