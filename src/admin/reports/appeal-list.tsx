/** Open appeals by target time. */
import { useRef, useState } from 'react'
import { ListFrame } from '#admin/list/list-frame.tsx'
import { useList } from '#admin/list/use-list.ts'
import type { useListUrl } from '#admin/list-url.ts'
import { FormDraft } from '#features/drafts/form-draft.tsx'
import { DECISIONS, DECISION_REASONS, DECISION_TEXT_MAX, REPORT_KINDS } from '#features/reports/report-reason.policy.ts'
import { appealsQuery, decideAppeal, type Appeal } from '#features/reports/report.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, Options, Select, Textarea } from '#ui/forms/field.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { Badge } from '#ui/text/badge.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import * as styles from './reports.module.css'

const PER_PAGE = 20

export function AppealList({ listUrl }: { listUrl: ReturnType<typeof useListUrl<'tab'>> }) {
  const listElement = useRef<HTMLUListElement>(null)
  const list = useList(appealsQuery({ page: listUrl.page, perPage: PER_PAGE }))
  return (
    <ListFrame
      list={list}
      listUrl={listUrl}
      isNarrowed={false}
      perPage={PER_PAGE}
      pagesLabel="Pages of appeals"
      errorTitle="The appeals could not be loaded"
      empty={
        <EmptyState title="No open appeals" text="Authors and reporters can appeal once against a decision. Their appeals appear here." />
      }
    >
      {({ items }) => (
        <ul
          ref={listElement}
          tabIndex={-1}
          className={styles.list}
          aria-label="Open appeals"
          aria-busy={list.isPlaceholderData || undefined}
        >
          {items.map((appeal) => (
            <li key={appeal.id}>
              <AppealItem appeal={appeal} onDecided={() => listElement.current?.focus({ preventScroll: true })} />
            </li>
          ))}
        </ul>
      )}
    </ListFrame>
  )
}

function AppealItem({ appeal, onDecided }: { appeal: Appeal; onDecided: () => void }) {
  const { id, role, username, text, dueAt, decision, case: reportCase } = appeal
  const [now] = useState(() => Date.now())
  const isOverdue = Date.parse(dueAt) < now
  return (
    <article className={styles.item} aria-labelledby={`appeal-${id}`}>
      <p className={styles.line}>
        <Badge variant="secondary">{REPORT_KINDS[reportCase.kind]}</Badge>
        {isOverdue && <Badge variant="destructive">Overdue</Badge>}
        <span>
          due <ShortTime date={dueAt} />
        </span>
      </p>
      <h2 dir="auto" id={`appeal-${id}`}>
        {reportCase.title}
      </h2>
      <div className={styles.words} dir="auto">
        {reportCase.content}
      </div>
      <p>
        <b>{DECISIONS[decision.decision].label}</b>: {DECISION_REASONS[decision.reason]}
        <span className={styles.meta}>
          {' '}
          {decision.decidedBy ?? 'a former moderator'}, <ShortTime date={decision.decidedAt} />
        </span>
      </p>
      {decision.text && (
        <p dir="auto" className={styles.words}>
          {decision.text}
        </p>
      )}
      <section aria-label="Appeal">
        <h3>
          Appeal by {role === 'author' ? 'the author' : 'a reporter'}
          {username && (
            <>
              , <bdi>{username}</bdi>
            </>
          )}
        </h3>
        <p dir="auto" className={styles.words}>
          {text}
        </p>
      </section>
      <OutcomeForm appeal={appeal} onDecided={onDecided} />
    </article>
  )
}

const OUTCOMES = { upheld: 'The decision stays', overturned: 'The decision was wrong' } as const
type Outcome = keyof typeof OUTCOMES

function OutcomeForm({ appeal: { id, decision, case: reportCase }, onDecided }: { appeal: Appeal; onDecided: () => void }) {
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
    <form {...props} className={styles.form} aria-label={`Outcome of the appeal about “${reportCase.title}”`}>
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

function describeEffect(decision: Appeal['decision']['decision']): string {
  if (decision === 'keep') return 'The report is open again, and a moderator decides about it.'
  if (decision === 'hide' || decision === 'remove') return 'The content is shown again.'
  if (decision === 'restrict') return 'The author can post again at once.'
  return decision === 'close' ? 'A closed account cannot be opened again; the person is informed.' : 'The person is informed.'
}
