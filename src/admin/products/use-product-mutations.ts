import { useMutation } from '@tanstack/react-query'
import { settleSequentially } from '#admin/settle-sequentially.ts'
import { changeProduct, deleteProduct } from '#features/products/editing/product-editing.client.ts'
import type { ListedProduct } from '#features/products/product.client.ts'
import { restoreFromTrash } from '#features/trash/trash.client.ts'
import { ApiError } from '#platform/client/api.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'

/**
 * Mutations on one or more products of the list; each shows a toast with its result.
 * @param onDone called with the ids of the deleted or changed products
 */
export function useProductMutations(onDone: (doneIds: ReadonlySet<number>) => void) {
  const { count } = useWording()
  const formatCount = (n: number) => count(n, NOUNS.product)
  const restoring = useMutation({
    networkMode: 'always',
    mutationFn: (trashIds: number[]) => each(trashIds, restoreFromTrash),
    onSuccess: ({ done, failed }) => {
      if (failed > 0) toast({ title: `${formatCount(failed)} could not be restored`, message: 'Check the trash.', tone: 'destructive' })
      else toast({ title: done.length === 1 ? 'Product restored' : `${formatCount(done.length)} restored` })
    },
  })
  const deleting = useMutation({
    networkMode: 'always',
    mutationFn: (products: ListedProduct[]) => each(products, ({ id }) => deleteProduct(id)),
    onSuccess: ({ done, doneItems, failed }) => {
      onDone(idsOf(doneItems))
      const trashIds = done.map(({ trashId }) => trashId)
      const action = trashIds.length > 0 ? { action: { label: 'Undo', run: () => restoring.mutate(trashIds) } } : {}
      if (failed > 0) toast({ title: `${formatCount(failed)} could not be deleted`, tone: 'destructive', ...action })
      else toast({ title: done.length === 1 ? 'Product deleted' : `${formatCount(done.length)} deleted`, ...action })
    },
  })
  const featuring = useMutation({
    networkMode: 'always',
    mutationFn: ({ products, isFeatured }: { products: ListedProduct[]; isFeatured: boolean }) =>
      each(products, ({ id }) => changeProduct(id, { isFeatured })),
    onSuccess: ({ done, doneItems, failed }, { isFeatured }) => {
      onDone(idsOf(doneItems))
      if (failed > 0) toast({ title: `${formatCount(failed)} could not be changed`, tone: 'destructive' })
      else toast({ title: `${formatCount(done.length)} ${isFeatured ? 'now featured' : 'no longer featured'}` })
    },
  })
  return { deleting, featuring, busy: deleting.isPending || featuring.isPending }
}

const idsOf = (products: ListedProduct[]): ReadonlySet<number> => new Set(products.map(({ id }) => id))

/** @throws ApiError if the viewer is no longer authorised (401, 403), for the access guard */
async function each<In, Out>(items: In[], work: (item: In) => Promise<Out>): Promise<{ done: Out[]; doneItems: In[]; failed: number }> {
  const { results, succeededItems, errors } = await settleSequentially(items, work)
  const accessError = errors.find((error) => error instanceof ApiError && (error.status === 401 || error.status === 403))
  if (accessError) throw accessError
  return { done: results, doneItems: succeededItems, failed: errors.length }
}
