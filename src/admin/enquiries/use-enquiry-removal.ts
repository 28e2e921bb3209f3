import { useMutation, useQueryClient } from '@tanstack/react-query'
import { eachOf } from '#admin/each-of.ts'
import { deleteEnquiry, type Enquiry } from '#features/enquiries/enquiry-handling.client.ts'
import { restore } from '#features/trash/trash.client.ts'
import { toast } from '#ui/toast-store.ts'
import { isChangedByEnquiry } from './enquiry-changes.ts'

/** Puts one or several enquiries into the trash, with the way back in the message. */
export function useEnquiryRemoval(onDone: () => void) {
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ predicate: isChangedByEnquiry })

  const restoring = useMutation({
    networkMode: 'always',
    mutationFn: (trashIds: number[]) => eachOf(trashIds, restore),
    onSuccess: ({ done, faults }) => {
      refresh()
      if (faults.length > 0)
        toast({ title: `${some(faults.length)} could not be restored`, message: 'Look in the trash.', tone: 'destructive' })
      else toast({ title: done.length === 1 ? 'Enquiry restored' : `${some(done.length)} restored` })
    },
  })
  return useMutation({
    networkMode: 'always',
    mutationFn: (enquiries: Pick<Enquiry, 'id'>[]) => eachOf(enquiries, ({ id }) => deleteEnquiry(id)),
    onSuccess: ({ done, faults }) => {
      onDone()
      // The panel of one that is gone may still be there for a moment: what it shows is not asked for again.
      const gone = new Set(done.map(({ id }) => id))
      const isOfGone = (input: unknown) => gone.has((input as { params?: { id?: number } } | undefined)?.params?.id ?? 0)
      void queryClient.invalidateQueries({ predicate: (query) => isChangedByEnquiry(query) && !isOfGone(query.queryKey[1]) })
      const trashIds = done.map(({ trashId }) => trashId)
      const action = trashIds.length > 0 ? { action: { label: 'Undo', run: () => restoring.mutate(trashIds) } } : {}
      if (faults.length > 0) toast({ title: `${some(faults.length)} could not be deleted`, tone: 'destructive', ...action })
      else toast({ title: done.length === 1 ? 'Enquiry deleted' : `${some(done.length)} deleted`, ...action })
    },
  })
}

const some = (n: number) => `${n} ${n === 1 ? 'enquiry' : 'enquiries'}`
