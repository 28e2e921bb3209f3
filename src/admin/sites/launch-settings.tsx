/** Who may launch a copy, and how many there may be. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { changeLaunchSettings, launchSettingsQuery, type LaunchSettings } from '#features/deployment/copies.client.ts'
import { ApiError, failureReason } from '#platform/api.client.ts'
import { Button } from '#ui/button.tsx'
import { Field, Input, Select } from '#ui/field.tsx'
import { toast } from '#ui/toast-store.ts'
import { useWording } from '#ui/use-wording.ts'
import * as styles from './sites.module.css'

const LAUNCHERS: Record<LaunchSettings['launching'], string> = { everyone: 'Everyone', members: 'Members', nobody: 'Nobody' }

export function LaunchSettingsSection() {
  const stored = useQuery({ ...launchSettingsQuery(), refetchOnMount: 'always' }).data
  return stored ? <LaunchingForm key={`${stored.launching} ${stored.mostCopies}`} stored={stored} /> : null
}

function LaunchingForm({ stored }: { stored: LaunchSettings }) {
  const { number } = useWording()
  const queryClient = useQueryClient()
  const [launching, setLaunching] = useState(stored.launching)
  const [most, setMost] = useState(String(stored.mostCopies))
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!/^\d{1,5}$/.test(most.trim())) return setError('Please enter a whole number')
    setBusy(true)
    try {
      const saved = await changeLaunchSettings({ launching, mostCopies: Number(most) })
      queryClient.setQueryData(launchSettingsQuery().queryKey, saved)
      toast({ title: 'Settings saved', message: 'They hold from now on.' })
    } catch (fault) {
      const refused = fault instanceof ApiError ? fault.errors[0]?.message : undefined
      if (refused) setError(refused)
      else toast({ title: 'Settings not saved', message: failureReason(fault), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.launching} noValidate onSubmit={(event) => void save(event)}>
      <h2>Launching</h2>
      <Field label="Who may launch a copy">
        {(control) => (
          <Select {...control} value={launching} onChange={({ target }) => setLaunching(target.value as LaunchSettings['launching'])}>
            {Object.entries(LAUNCHERS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="How many copies in all" hint={`There are ${number(stored.copies)} now.`} error={error}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            value={most}
            onChange={({ target }) => {
              setMost(target.value)
              setError('')
            }}
          />
        )}
      </Field>
      <Button type="submit" busy={busy} disabled={launching === stored.launching && most.trim() === String(stored.mostCopies)}>
        Save
      </Button>
    </form>
  )
}
