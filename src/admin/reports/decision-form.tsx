/** Form for a decision about a case. */
import { FormDraft } from '#features/drafts/form-draft.tsx'
import {
  ACCOUNT_DECISIONS,
  DECISIONS,
  DECISIONS_OF_KIND,
  DECISION_REASONS,
  DECISION_TEXT_MAX,
  RESTRICTION_DAYS_MAX,
  type Decision,
  type DecisionReason,
} from '#features/reports/report-reason.policy.ts'
import { decideReport, type ReportCase } from '#features/reports/report.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { entriesOf } from '#platform/client/typed-entries.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, Input, Options, Select, Textarea } from '#ui/forms/field.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import * as styles from './reports.module.css'
import { toUtcDay } from '#wording/iso-day.ts'

interface DecisionValues {
  decision: Decision | ''
  reason: DecisionReason | ''
  text: string
  until: string
}
const BLANK: DecisionValues = { decision: '', reason: '', text: '', until: '' }
const DAY_MS = 86_400_000
const dayAfter = (days: number): string => toUtcDay(Date.now() + days * DAY_MS)

export function DecisionForm({
  reportCase: { id, kind, title, author, reports },
  onDecided,
}: {
  reportCase: ReportCase
  onDecided: () => void
}) {
  const possible: readonly Decision[] = DECISIONS_OF_KIND[kind]
  const choices = possible.filter((decision) => !author.isGuest || !ACCOUNT_DECISIONS.includes(decision))
  const entry = useForm({
    start: BLANK,
    toBody: ({ decision, reason, text, until }) => ({
      decision: decision || 'keep',
      reason: reason || 'no-breach',
      text: text.trim(),
      ...(decision === 'restrict' ? { until } : {}),
    }),
    check: ({ decision, reason, until }) => ({
      decision: decision ? undefined : 'Choose a decision',
      reason: !reason
        ? 'Choose a reason'
        : decision && decision !== 'keep' && reason === 'no-breach'
          ? 'Choose the guideline that was broken'
          : undefined,
      until: decision === 'restrict' && !until ? 'Choose a date' : undefined,
    }),
    revalidates: true,
    send: (body) => decideReport(id, body),
    onDone: async () => {
      toast({ title: 'Decision saved', message: 'The people concerned are notified.' })
      await waitForRefresh()
      onDecided()
    },
  })
  const { props, values, errors, change, field, problem, busy } = entry
  // The next key, Enter, then saves the decision.
  const prefill = (decision: Decision, reason: DecisionReason | '') => {
    change({ decision, reason })
    props.ref.current?.querySelector<HTMLElement>('button[type=submit]')?.focus()
  }
  const removal = (['hide', 'remove', 'warn'] as const).find((decision) => choices.includes(decision))
  return (
    <form {...props} className={styles.form} aria-label={`Decision about “${title}”`}>
      <FormDraft form={entry} name="decision" subject={id} />
      <p className={styles.line}>
        Fill in:
        <Button variant="quiet" size="s" data-action="approve" disabled={busy} onClick={() => prefill('keep', 'no-breach')}>
          {DECISIONS.keep.label}
          <span className="visuallyHidden"> “{title}”</span>
        </Button>
        {removal && (
          <Button variant="quiet" size="s" data-action="reject" disabled={busy} onClick={() => prefill(removal, reports[0]?.reason ?? '')}>
            {DECISIONS[removal].label}
            <span className="visuallyHidden"> “{title}”</span>
          </Button>
        )}
      </p>
      <div className={styles.pair}>
        <Field label="Decision" required error={errors.decision} hint={values.decision ? DECISIONS[values.decision].hint : undefined}>
          {(control) => (
            <Select
              {...control}
              name="decision"
              value={values.decision}
              disabled={busy}
              onChange={({ target }) => change({ decision: target.value as DecisionValues['decision'] })}
            >
              <option value="">Choose</option>
              <Options of={choices.map((decision) => [decision, DECISIONS[decision].label])} />
            </Select>
          )}
        </Field>
        <Field label="Reason" required error={errors.reason}>
          {(control) => (
            <Select
              {...control}
              name="reason"
              value={values.reason}
              disabled={busy}
              onChange={({ target }) => change({ reason: target.value as DecisionValues['reason'] })}
            >
              <option value="">Choose</option>
              <Options of={entriesOf(DECISION_REASONS)} />
            </Select>
          )}
        </Field>
        {values.decision === 'restrict' && (
          <Field label="Restricted until" required error={errors.until}>
            {(control) => (
              <Input
                {...control}
                {...field('until').input}
                type="date"
                min={dayAfter(0)}
                max={dayAfter(RESTRICTION_DAYS_MAX)}
                disabled={busy}
              />
            )}
          </Field>
        )}
      </div>
      <Field label="Explanation for the people concerned (optional)" error={errors.text}>
        {(control) => <Textarea {...control} {...field('text').input} rows={3} maxLength={DECISION_TEXT_MAX} disabled={busy} />}
      </Field>
      {problem && (
        <Notice tone="bad" role="alert">
          The decision could not be saved. {failureReason(problem)}
        </Notice>
      )}
      <p className="actions">
        <Button type="submit" size="s" busy={busy} busyLabel="Saving..." variant={values.decision === 'close' ? 'danger' : undefined}>
          Decide
        </Button>
      </p>
    </form>
  )
}
