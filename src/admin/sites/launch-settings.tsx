/** Form for the launch settings: who may launch copies, and the maximum number of copies. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useUnsavedGuard } from '#admin/panel/use-unsaved-guard.tsx'
import { changeLaunchSettings, launchSettingsQuery, type LaunchSettings } from '#features/deployment/copies/copies.client.ts'
import { ApiError, failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, Input, Options, Select } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useWording } from '#ui/text/use-wording.ts'
import * as styles from './sites.module.css'

const LAUNCHING_LABELS: Record<LaunchSettings['launching'], string> = { everyone: 'Everyone', members: 'Members', nobody: 'Nobody' }

export function LaunchSettingsSection() {
  const stored = useQuery({ ...launchSettingsQuery(), refetchOnMount: 'always' }).data
  return stored ? <LaunchingForm stored={stored} /> : null
}

function LaunchingForm({ stored }: { stored: LaunchSettings }) {
  const { number } = useWording()
  const queryClient = useQueryClient()
  const startValues = { launching: stored.launching, mostCopies: String(stored.mostCopies) }
  const { props, values, errors, change, field, isChanged, busy } = useForm({
    start: startValues,
    toBody: ({ launching, mostCopies }) => ({ launching, mostCopies: Number(mostCopies) }),
    check: ({ mostCopies }) => ({ mostCopies: /^\d{1,5}$/.test(mostCopies.trim()) ? undefined : 'Please enter a whole number' }),
    send: changeLaunchSettings,
    onDone: (saved) => {
      queryClient.setQueryData(launchSettingsQuery().queryKey, saved)
      toast({ title: 'Settings saved', message: 'They apply from now on.' })
    },
    onFailed: (error) => {
      const isFieldError = error instanceof ApiError && error.errors.length > 0
      if (!isFieldError) toast({ title: 'Settings not saved', message: failureReason(error), tone: 'destructive' })
    },
  })
  const { confirmDialog } = useUnsavedGuard(isChanged)
  return (
    <form {...props} className={styles.launching}>
      <h2>Launching</h2>
      <Field
        label="Who may launch a copy"
        hint="Members need a confirmed email address. An invitation works for everyone, unless launching is closed."
        error={errors.launching}
      >
        {(control) => (
          <Select
            {...control}
            name="launching"
            value={values.launching}
            onChange={({ target }) => change({ launching: target.value as LaunchSettings['launching'] })}
          >
            <Options of={Object.entries(LAUNCHING_LABELS)} />
          </Select>
        )}
      </Field>
      <Field label="Maximum number of copies" hint={`Currently ${number(stored.copies)}.`} error={errors.mostCopies}>
        {(control) => <Input {...control} {...field('mostCopies').input} inputMode="numeric" />}
      </Field>
      <Button
        type="submit"
        busy={busy}
        disabled={values.launching === startValues.launching && values.mostCopies.trim() === startValues.mostCopies}
      >
        Save
      </Button>
      {confirmDialog}
    </form>
  )
}
