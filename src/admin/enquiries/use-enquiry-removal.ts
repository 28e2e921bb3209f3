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
 * Moves one or several enquiries to the trash, with Undo in the message.
 * @param onDone called with the ids of those that were deleted, here or elsewhere
 */
export function useEnquiryRemoval(onDone: (doneIds: ReadonlySet<number>) => void) {
  const queryClient = useQueryClient()
  const { count } = useWording()
  const some = (n: number) => count(n, ADMIN_NOUNS.enquiry)

  const restoring = useMutation({
    networkMode: 'always',
    mutationFn: (trashIds: number[]) => settleSequentially(trashIds, restoreFromTrash),
    onSuccess: ({ done, faults }) => {
      if (faults.length > 0)
        toast({ title: `${some(faults.length)} could not be restored`, message: 'Look in the trash.', tone: 'destructive' })
      else toast({ title: done.length === 1 ? 'Enquiry restored' : `${some(done.length)} restored` })
    },
  })
  return useMutation({
    networkMode: 'always',
    mutationFn: (enquiries: Pick<Enquiry, 'id'>[]) => settleSequentially(enquiries, ({ id }) => deleteEnquiry(id)),
    onSuccess: ({ done, doneItems, faults, failedItems }) => {
      const gone = failedItems.filter((_, at) => isMissing(faults[at]))
      onDone(new Set([...doneItems, ...gone].map(({ id }) => id)))
      // The panel of one that is gone may still be there for a moment: what it shows is not asked for again.
      for (const { id } of done) for (const { queryKey } of [enquiryQuery(id), enquiryTimelineQuery(id)]) detachQuery(queryClient, queryKey)
      const trashIds = done.map(({ trashId }) => trashId)
      const action = trashIds.length > 0 ? { action: { label: 'Undo', run: () => restoring.mutate(trashIds) } } : {}
      if (faults.length > 0) toast({ title: `${some(faults.length)} could not be deleted`, tone: 'destructive', ...action })
      else toast({ title: done.length === 1 ? 'Enquiry deleted' : `${some(done.length)} deleted`, ...action })
    },
  })
}

const isMissing = (fault: Error | undefined): boolean => fault instanceof ApiError && fault.status === 404
