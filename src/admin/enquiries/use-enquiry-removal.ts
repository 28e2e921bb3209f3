import { useMutation, useQueryClient } from '@tanstack/react-query'
import { settleSequentially } from '#admin/settle-sequentially.ts'
import { deleteEnquiry, enquiryQuery, enquiryTimelineQuery, type Enquiry } from '#features/enquiries/handling/enquiry-handling.client.ts'
import { restoreFromTrash } from '#features/trash/trash.client.ts'
import { ApiError } from '#platform/client/api.client.ts'
import { detachQuery } from '#platform/client/query-refresh.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'

/**
 * Returns the mutation that moves enquiries to the trash. Its toast has an Undo button.
 * @param onDone called with the ids of the deleted enquiries, including those that someone else had deleted before
 */
export function useEnquiryRemoval(onDone: (deletedIds: ReadonlySet<number>) => void) {
  const queryClient = useQueryClient()
  const { count } = useWording()
  const formatCount = (enquiryCount: number) => count(enquiryCount, ADMIN_NOUNS.enquiry)

  const restoration = useMutation({
    networkMode: 'always',
    mutationFn: (trashIds: number[]) => settleSequentially(trashIds, restoreFromTrash),
    onSuccess: ({ results, errors }) => {
      if (errors.length > 0)
        toast({
          title: `${formatCount(errors.length)} could not be restored`,
          message: 'You can restore them from the trash.',
          tone: 'destructive',
        })
      else toast({ title: results.length === 1 ? 'Enquiry restored' : `${formatCount(results.length)} restored` })
    },
  })
  return useMutation({
    networkMode: 'always',
    mutationFn: (enquiries: Pick<Enquiry, 'id'>[]) => settleSequentially(enquiries, ({ id }) => deleteEnquiry(id)),
    onSuccess: ({ results, succeededItems, errors, failedItems }) => {
      const alreadyDeleted = failedItems.filter((_, index) => isNotFound(errors[index]))
      onDone(new Set([...succeededItems, ...alreadyDeleted].map(({ id }) => id)))
      // The panel of a deleted enquiry may stay open for a moment; refetching its queries would fail.
      for (const { id } of results)
        for (const { queryKey } of [enquiryQuery(id), enquiryTimelineQuery(id)]) detachQuery(queryClient, queryKey)
      const trashIds = results.map(({ trashId }) => trashId)
      const action = trashIds.length > 0 ? { action: { label: 'Undo', run: () => restoration.mutate(trashIds) } } : {}
      if (errors.length > 0) toast({ title: `${formatCount(errors.length)} could not be deleted`, tone: 'destructive', ...action })
      else toast({ title: results.length === 1 ? 'Enquiry deleted' : `${formatCount(results.length)} deleted`, ...action })
    },
  })
}

const isNotFound = (error: Error | undefined): boolean => error instanceof ApiError && error.status === 404
