/** Somebody has looked at the source, and it says the same. */
import { currentDay } from '#features/figures/figure-day.policy.ts'
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { confirmReferenceValue, type FigureValue } from '#features/figures/editing/figure-editing.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Field, Input } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { dayAfterMonths } from './figure-days.ts'

export function CheckFigure({ value, label, onClose }: { value: FigureValue; label: string; onClose: () => void }) {
  const form = useForm({
    start: { checkedOn: currentDay(), dueOn: dayAfterMonths(3) },
    toBody: (values) => values,
    send: (body) => confirmReferenceValue(value.id, body),
    onDone: async () => {
      await waitForRefresh()
      toast({ title: 'Check noted' })
      onClose()
    },
    onFailed: (fault) => toast({ title: 'Check not noted', message: failureReason(fault), tone: 'destructive' }),
  })
  return (
    <EditorSheet title={`Checked, unchanged: ${label}`} form={form} saveLabel="Note the check" busyLabel="Saving..." onClose={onClose}>
      <Field label="Looked at on" required error={form.errors.checkedOn}>
        {(control) => <Input {...control} {...form.field('checkedOn').input} type="date" />}
      </Field>
      <Field label="To be looked at again by" required error={form.errors.dueOn}>
        {(control) => <Input {...control} {...form.field('dueOn').input} type="date" />}
      </Field>
    </EditorSheet>
  )
}
