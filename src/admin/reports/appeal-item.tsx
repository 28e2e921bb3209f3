/** An appeal: the subject as the moderator saw it, the decision, why the party disagrees, and the outcome. */
import { FormDraft } from '#features/drafts/form-draft.tsx'
import { DECISION_TEXT_MAX, type Decision } from '#features/reports/report-reason.policy.ts'
import { decideAppeal, type ReportCase } from '#features/reports/report.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, Options, Select, Textarea } from '#ui/forms/field.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { Claim } from './claim.tsx'
import { ItemContext, ItemHead, itemHeadingId } from './item-head.tsx'
import { AuthorHistory, DecisionLine } from './item-history.tsx'
import { ItemReports, ReporterHistory } from './item-reports.tsx'
import * as styles from './reports.module.css'

interface AppealItemProps {
  item: ReportCase
  appeal: NonNullable<ReportCase['appeal']>
  onDecided: () => void
}

export function AppealItem({ item, appeal, onDecided }: AppealItemProps) {
  const { role, username, text, history, decision } = appeal
  return (
    <article className={styles.item} aria-labelledby={itemHeadingId(item)}>
      <ItemHead item={item} />
      <div className={styles.words} dir="auto">
        {item.content}
      </div>
      <ItemContext item={item} />
      <ItemReports reports={item.reports} />
      <div>
        <h3>Decision</h3>
        <p>
          <DecisionLine decision={decision} />
        </p>
        {decision.text && (
          <p dir="auto" className={styles.words}>
            {decision.text}
          </p>
        )}
      </div>
      <AuthorHistory item={item} />
      <div>
        <h3>
          Appeal by {role === 'author' ? 'the author' : 'a reporter'}
          {username && (
            <>
              , <bdi>{username}</bdi>
            </>
          )}
          <ReporterHistory history={history} />
        </h3>
        <p dir="auto" className={styles.words}>
          {text}
        </p>
      </div>
      <Claim item={item} />
      <OutcomeForm item={item} appeal={appeal} onDecided={onDecided} />
    </article>
  )
}

const OUTCOMES = { upheld: 'The decision stays', overturned: 'The decision was wrong' } as const
type Outcome = keyof typeof OUTCOMES

function OutcomeForm({ item: { id, title }, appeal: { decision }, onDecided }: AppealItemProps) {
  const entry = useForm({
    start: { outcome: '' as Outcome | '', text: '' },
    toBody: ({ outcome, text }) => ({ outcome: outcome || 'upheld', text: text.trim() }),
    check: ({ outcome, text }) => ({
      outcome: outcome ? undefined : 'Choose an outcome',
      text: text.trim() ? undefined : 'Please explain the outcome.',
    }),
    revalidates: true,
    send: (body) => decideAppeal(id, body),
    onDone: async () => {
      toast({ title: 'Appeal decided', message: 'The person who appealed is notified.' })
      await waitForRefresh()
      onDecided()
    },
  })
  const { props, values, errors, change, field, problem, busy } = entry
  return (
    <form {...props} className={styles.form} aria-label={`Outcome of the appeal about “${title}”`}>
      <FormDraft form={entry} name="appeal-outcome" subject={id} />
      <Field
        label="Outcome"
        required
        error={errors.outcome}
        hint={values.outcome === 'overturned' ? describeEffect(decision.decision) : undefined}
      >
        {(control) => (
          <Select
            {...control}
            name="outcome"
            value={values.outcome}
            disabled={busy}
            onChange={({ target }) => change({ outcome: target.value as Outcome | '' })}
          >
            <option value="">Choose</option>
            <Options of={Object.entries(OUTCOMES)} />
          </Select>
        )}
      </Field>
      <Field label="Explanation for the person who appealed" required error={errors.text}>
        {(control) => <Textarea {...control} {...field('text').input} rows={3} maxLength={DECISION_TEXT_MAX} disabled={busy} />}
      </Field>
      {problem && (
        <Notice tone="bad" role="alert">
          The outcome could not be saved. {failureReason(problem)}
        </Notice>
      )}
      <p className="actions">
        <Button type="submit" size="s" busy={busy} busyLabel="Saving...">
          Decide
        </Button>
      </p>
    </form>
  )
}

function describeEffect(decision: Decision): string {
  if (decision === 'keep') return 'The report is open again, and a moderator decides about it.'
  if (decision === 'hide' || decision === 'remove') return 'The content is shown again.'
  if (decision === 'restrict') return 'The author can post again at once.'
  return decision === 'close' ? 'A closed account cannot be opened again; the person is informed.' : 'The person is informed.'
}
