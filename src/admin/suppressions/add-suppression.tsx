/** The sheet in which an address is put onto the list by hand. */
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { addSuppression, loadNewSuppression } from '#features/suppressions/suppression.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Field, Input } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'

export function AddSuppression({ onClose }: { onClose: () => void }) {
  const form = useForm({
    start: { address: '', detail: '' },
    toBody: (values) => values,
    contract: loadNewSuppression,
    send: addSuppression,
    onDone: () => {
      toast({ title: 'Address added' })
      onClose()
    },
    onFailed: (fault) => toast({ title: 'Address not added', message: failureReason(fault), tone: 'destructive' }),
  })
  return (
    <EditorSheet title="Add an address" form={form} saveLabel="Add" busyLabel="Adding..." onClose={onClose}>
      <Field label="Email address" required error={form.errors.address}>
        {(control) => (
          <Input
            {...control}
            {...form.field('address').input}
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Why" error={form.errors.detail} hint="For those who look at the list later.">
        {(control) => <Input {...control} {...form.field('detail').input} maxLength={300} />}
      </Field>
    </EditorSheet>
  )
}
