/** Form for the answers of a draft. */
import { useRef } from 'react'
import { VersionConflict, type ComparedFields } from '#features/drafts/version-conflict.tsx'
import { useUnsavedGuard } from '#admin/panel/use-unsaved-guard.tsx'
import { FormDraft } from '#features/drafts/form-draft.tsx'
import { dutyOf, REVIEW_MONTHS, type DutyKey } from '#features/duties/duties.policy.ts'
import { findAnswerErrors, listAnswerFields, type Answers, type DutySection } from '#features/duties/duty-question.policy.ts'
import { changeDuty, type DutyDetail, type DutyDraft } from '#features/duties/duty.client.ts'
import { ApiError, failureReason } from '#platform/client/api.client.ts'
import { useForm, type Form } from '#platform/client/forms/form.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, Options, Select } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { Facts } from './duty-document.tsx'
import { QuestionFields, type DutyValues } from './question-fields.tsx'
import * as styles from './duties.module.css'

/** Name of the form value with the months until the review. All other values are answers, by question. */
const REVIEW_FIELD = 'reviewMonths'

const toValues = (
  sections: readonly DutySection[],
  { answers, reviewMonths }: Pick<DutyDraft, 'answers' | 'reviewMonths'>,
): DutyValues => ({
  ...Object.fromEntries(listAnswerFields(sections).map(({ name }) => [name, answers[name] ?? ''])),
  [REVIEW_FIELD]: String(reviewMonths),
})

const toAnswers = ({ [REVIEW_FIELD]: _months, ...answers }: DutyValues): Answers => answers

function getComparedFields(sections: readonly DutySection[]): ComparedFields<DutyValues> {
  const labels: ComparedFields<DutyValues> = { [REVIEW_FIELD]: { label: REVIEW_LABEL, format: formatMonths } }
  for (const { name, label, options } of listAnswerFields(sections))
    labels[name] = { label, format: (value) => (options ? (options[value] ?? '') : value) }
  return labels
}

const REVIEW_LABEL = 'Review again after'
const formatMonths = (months: string): string => `${months} months`

interface DutyEditorProps {
  duty: DutyKey
  detail: DutyDetail
  draft: DutyDraft
  /** Called with the saved draft when it is complete and the operator wants to sign it. */
  onSign: (saved: DutyDraft) => void
}

export function DutyEditor({ duty, detail, draft, onSign }: DutyEditorProps) {
  const { sections } = dutyOf(duty)
  const isSigning = useRef(false)
  const form = useForm({
    start: toValues(sections, draft),
    toBody: (values) => ({
      answers: toAnswers(values),
      reviewMonths: REVIEW_MONTHS.find((months) => String(months) === values[REVIEW_FIELD]),
    }),
    check: (values) => findAnswerErrors(sections, toAnswers(values), isSigning.current),
    onInvalid: () =>
      toast({
        title: 'Not saved',
        message: isSigning.current
          ? 'Please answer the marked questions, or save the draft and come back later.'
          : 'Please check the marked answers.',
        tone: 'destructive',
      }),
    version: draft.version,
    send: (body, version) => changeDuty(duty, { ...body, version }),
    onDone: async (saved) => {
      await waitForRefresh()
      if (isSigning.current) onSign(saved)
      else toast({ title: 'Draft saved' })
    },
    onFailed: (error) => {
      const message = error instanceof ApiError && error.errors.length > 0 ? 'Please check the marked answers.' : failureReason(error)
      toast({ title: 'Draft not saved', message, tone: 'destructive' })
    },
  })
  const { confirmDialog } = useUnsavedGuard(form.isChanged && !form.isDraftStored)
  return (
    <form {...form.props} className={styles.form} aria-label={`Draft of ${dutyOf(duty).title}`}>
      <FormDraft form={form} name="duty" subject={`${duty}-${draft.number}`} />
      <VersionConflict form={form} toValues={(current: DutyDraft) => toValues(sections, current)} fields={getComparedFields(sections)} />
      <details className={styles.siteFacts}>
        <summary>From the site now</summary>
        <Facts facts={detail.facts} />
        <p className="hint">These facts are part of the record. They are stored with the signature.</p>
      </details>
      {sections.map((section) => (
        <fieldset key={section.title} className={styles.section}>
          <legend>{section.title}</legend>
          {section.about && <p className={styles.about}>{section.about}</p>}
          {section.questions.map((question) => (
            <QuestionFields key={question.name} question={question} form={form} />
          ))}
        </fieldset>
      ))}
      <ReviewPeriod form={form} />
      <div className={styles.save}>
        <Button type="submit" busy={form.busy} busyLabel="Saving..." onClick={() => void (isSigning.current = false)}>
          Save draft
        </Button>
        <Button type="submit" variant="quiet" disabled={form.busy} onClick={() => void (isSigning.current = true)}>
          Save and sign…
        </Button>
      </div>
      {confirmDialog}
    </form>
  )
}

const ReviewPeriod = ({ form }: { form: Form<DutyValues> }) => (
  <fieldset className={styles.section}>
    <legend>Review</legend>
    <Field label={REVIEW_LABEL} hint="Administrators are reminded on the dashboard, and once by email." error={form.errors[REVIEW_FIELD]}>
      {(control) => (
        <Select {...control} {...form.field(REVIEW_FIELD).input} className={styles.short}>
          <Options of={REVIEW_MONTHS.map((months) => [months, formatMonths(String(months))])} />
        </Select>
      )}
    </Field>
  </fieldset>
)
