/** Sheet that adds an address to the suppression list. */
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
    onFailed: (error) => toast({ title: 'Address not added', message: failureReason(error), tone: 'destructive' }),
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
      <Field label="Reason" error={form.errors.detail} hint="A note for other administrators.">
        {(control) => <Input {...control} {...form.field('detail').input} maxLength={300} />}
      </Field>
    </EditorSheet>
  )
}
