/** Renders the mail preference for each kind of notice, and saves each change immediately. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Field, Options, Select } from '#ui/forms/field.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { changePreferences, preferencesQuery, type NoticePreferences } from './notice.client.ts'
import {
  CONFIGURABLE_KINDS,
  DIGEST_TIMINGS,
  NOTICE_KINDS,
  NOTICE_TIMINGS,
  type DigestTiming,
  type NoticeTiming,
} from './notice-kind.policy.ts'
import * as styles from './notice-settings.module.css'

const TIMING_LABELS: Record<NoticeTiming, string> = { now: 'Immediately', daily: 'Once a day', off: 'Never' }

const DIGEST_TIMING_LABELS: Record<DigestTiming, string> = { weekly: 'Once a week', off: 'Never' }

export function NoticeSettings() {
  const queryClient = useQueryClient()
  const preferences = useQuery(preferencesQuery())
  const change = useMutation({
    mutationFn: (changes: Partial<NoticePreferences>) => changePreferences(changes),
    onSuccess: (saved) => {
      queryClient.setQueryData(preferencesQuery().queryKey, saved)
      toast({ title: 'Email settings saved' })
    },
    onError: () => toast({ title: 'The settings were not saved', message: 'Please try again.', tone: 'destructive' }),
  })
  if (preferences.isPending) return <Skeleton className={styles.settingsWaiting} />
  if (preferences.isError) return <Notice tone="bad">Your settings could not be loaded. Please reload the page.</Notice>
  const displayed = { ...preferences.data, ...(change.isPending ? change.variables : {}) }
  return (
    <div className={styles.settings}>
      {CONFIGURABLE_KINDS.map((kind) => (
        <Field key={kind} label={NOTICE_KINDS[kind].label}>
          {(control) => (
            <Select
              {...control}
              value={displayed[kind]}
              onChange={({ target }) => {
                const timing = NOTICE_TIMINGS.find((candidate) => candidate === target.value)
                if (timing) change.mutate({ [kind]: timing })
              }}
            >
              <Options of={NOTICE_TIMINGS.map((timing) => [timing, TIMING_LABELS[timing]])} />
            </Select>
          )}
        </Field>
      ))}
      <Field label="Weekly digest of what is new in your interests" hint="On Mondays: topics, unanswered questions, articles and reviews.">
        {(control) => (
          <Select
            {...control}
            value={displayed.digest}
            onChange={({ target }) => change.mutate({ digest: target.value === 'weekly' ? 'weekly' : 'off' })}
          >
            <Options of={DIGEST_TIMINGS.map((timing) => [timing, DIGEST_TIMING_LABELS[timing]])} />
          </Select>
        )}
      </Field>
      <p className="hint">We always email you immediately when your password, email address or second factor changes.</p>
    </div>
  )
}
