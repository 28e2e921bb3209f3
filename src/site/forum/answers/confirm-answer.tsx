/** Lets administrators record which expert has confirmed the accepted answer. Experts have no accounts. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { expertsQuery } from '#features/experts/expert.client.ts'
import { confirmAcceptedReply, withdrawConfirmation, type AcceptedReply } from '#features/forums/questions/accepted-reply.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { useSite } from '#site/shell/use-site.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, Options, Select } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import * as styles from './answer.module.css'

export function ConfirmAnswer({ topicId, confirmedBy }: { topicId: number; confirmedBy: AcceptedReply['confirmedBy'] }) {
  const { features } = useSite()
  const experts = useQuery({ ...expertsQuery(), enabled: features.expertAdvice }).data?.items ?? []
  const [expertId, setExpertId] = useState(confirmedBy?.id ?? 0)
  const [isBusy, setBusy] = useState(false)
  if (experts.length === 0) return null
  const save = async () => {
    setBusy(true)
    try {
      await (expertId === 0 ? withdrawConfirmation(topicId) : confirmAcceptedReply(topicId, expertId))
      await waitForRefresh()
      toast({ title: expertId === 0 ? 'The confirmation is withdrawn' : 'The confirmation is saved' })
    } catch (error) {
      toast({ title: 'The change could not be saved', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div role="group" className={`${styles.confirm} no-print`} aria-label="Confirmation by an expert">
      <Field label="Confirmed by an expert">
        {(control) => (
          <Select {...control} value={expertId} disabled={isBusy} onChange={({ target }) => setExpertId(Number(target.value))}>
            <option value={0}>No expert</option>
            <Options of={experts.map(({ id, name, title, isDemo }) => [id, `${name}, ${title}${isDemo ? ' (demo)' : ''}`])} />
          </Select>
        )}
      </Field>
      <Button variant="quiet" busy={isBusy} busyLabel="Saving…" onClick={() => void save()}>
        Save
      </Button>
    </div>
  )
}
