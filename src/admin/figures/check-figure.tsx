/** Form that records that a value was re-verified; the value itself stays unchanged. */
import { currentDay } from '#features/figures/figure-day.policy.ts'
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { confirmReferenceValue, type FigureValue } from '#features/figures/editing/figure-editing.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Field, Input } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { getDayInMonths } from './figure-days.ts'

export function ConfirmReferenceValue({ value, label, onClose }: { value: FigureValue; label: string; onClose: () => void }) {
  const form = useForm({
    start: { checkedOn: currentDay(), dueOn: getDayInMonths(3) },
    toBody: (values) => values,
    send: (body) => confirmReferenceValue(value.id, body),
    onDone: async () => {
      await waitForRefresh()
      toast({ title: 'Check saved' })
      onClose()
    },
    onFailed: (error) => toast({ title: 'Check not saved', message: failureReason(error), tone: 'destructive' }),
  })
  return (
    <EditorSheet title={`Confirm unchanged: ${label}`} form={form} saveLabel="Save check" busyLabel="Saving..." onClose={onClose}>
      <Field label="Checked on" required error={form.errors.checkedOn}>
        {(control) => <Input {...control} {...form.field('checkedOn').input} type="date" />}
      </Field>
      <Field label="Check again by" required error={form.errors.dueOn}>
        {(control) => <Input {...control} {...form.field('dueOn').input} type="date" />}
      </Field>
    </EditorSheet>
  )
}
