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
 * Returns the mutations that delete or feature one or more products; each shows its result in a toast.
 * @param onDone called with the ids of the deleted or changed products
 */
export function useProductMutations(onDone: (doneIds: ReadonlySet<number>) => void) {
  const { count } = useWording()
  const formatCount = (productCount: number) => count(productCount, NOUNS.product)
  const restoration = useMutation({
    networkMode: 'always',
    mutationFn: (trashIds: number[]) => settleOrThrowAccessError(trashIds, restoreFromTrash),
    onSuccess: ({ results, failedCount }) => {
      if (failedCount > 0)
        toast({ title: `${formatCount(failedCount)} could not be restored`, message: 'Check the trash.', tone: 'destructive' })
      else toast({ title: results.length === 1 ? 'Product restored' : `${formatCount(results.length)} restored` })
    },
  })
  const deletion = useMutation({
    networkMode: 'always',
    mutationFn: (products: ListedProduct[]) => settleOrThrowAccessError(products, ({ id }) => deleteProduct(id)),
    onSuccess: ({ results, succeededItems, failedCount }) => {
      onDone(toIdSet(succeededItems))
      const trashIds = results.map(({ trashId }) => trashId)
      const action = trashIds.length > 0 ? { action: { label: 'Undo', run: () => restoration.mutate(trashIds) } } : {}
      if (failedCount > 0) toast({ title: `${formatCount(failedCount)} could not be deleted`, tone: 'destructive', ...action })
      else toast({ title: results.length === 1 ? 'Product deleted' : `${formatCount(results.length)} deleted`, ...action })
    },
  })
  const featureChange = useMutation({
    networkMode: 'always',
    mutationFn: ({ products, isFeatured }: { products: ListedProduct[]; isFeatured: boolean }) =>
      settleOrThrowAccessError(products, ({ id }) => changeProduct(id, { isFeatured })),
    onSuccess: ({ results, succeededItems, failedCount }, { isFeatured }) => {
      onDone(toIdSet(succeededItems))
      if (failedCount > 0) toast({ title: `${formatCount(failedCount)} could not be changed`, tone: 'destructive' })
      else toast({ title: `${formatCount(results.length)} ${isFeatured ? 'now featured' : 'no longer featured'}` })
    },
  })
  return { deleting: deletion, featuring: featureChange, busy: deletion.isPending || featureChange.isPending }
}

const toIdSet = (products: ListedProduct[]): ReadonlySet<number> => new Set(products.map(({ id }) => id))

/**
 * Runs `work` for all items.
 * @throws ApiError if one of them fails with 401 or 403, so that the guard of the back-office handles it
 */
async function settleOrThrowAccessError<In, Out>(
  items: In[],
  work: (item: In) => Promise<Out>,
): Promise<{ results: Out[]; succeededItems: In[]; failedCount: number }> {
  const { results, succeededItems, errors } = await settleSequentially(items, work)
  const accessError = errors.find((error) => error instanceof ApiError && (error.status === 401 || error.status === 403))
  if (accessError) throw accessError
  return { results, succeededItems, failedCount: errors.length }
}
