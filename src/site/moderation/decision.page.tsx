/** A moderation decision for its author and reporters, with the form to appeal. Visitors open it with the key from a mail. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { FormDraft } from '#features/drafts/form-draft.tsx'
import { APPEAL_TEXT_MAX, DECISION_REASONS, REPORT_KINDS, type Decision } from '#features/reports/report-reason.policy.ts'
import { decisionQuery, fileAppeal, type DecisionNotice } from '#features/reports/report.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { SignInLink } from '#site/shell/header/sign-in-link.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { Field, Textarea } from '#ui/forms/field.tsx'
import { Link } from '#ui/router/link.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { LongDate } from '#ui/text/time.tsx'
import * as styles from './moderation.module.css'

export default function DecisionPage() {
  const { slug: key = '' } = useParams()
  const decision = useQuery(decisionQuery(key))
  return (
    <div className={`container ${styles.page}`}>
      <PageMeta title="Moderation decision" noIndex />
      {decision.isPending ? (
        <Spinner label="Loading the decision" />
      ) : decision.isError ? (
        <Failed status={decision.error.status} reason={failureReason(decision.error)} onRetry={() => void decision.refetch()} />
      ) : (
        <DecisionView decisionKey={key} notice={decision.data} />
      )}
    </div>
  )
}

function Failed({ status, reason, onRetry }: { status: number | undefined; reason: string; onRetry: () => void }) {
  if (status === 401)
    return (
      <ErrorState
        level={1}
        title="Please sign in"
        text="Only the people whom a decision concerns can read it."
        action={<SignInLink className="btn">Sign in</SignInLink>}
      />
    )
  if (status === 404)
    return (
      <ErrorState
        level={1}
        title="Decision not found"
        text="The link is incomplete or has expired, or the decision concerns another member."
        action={<ButtonLink to={paths.moderation()}>How we moderate</ButtonLink>}
      />
    )
  return (
    <ErrorState level={1} title="The decision could not be loaded" text={reason} action={<Button onClick={onRetry}>Try again</Button>} />
  )
}

const OUTCOMES: Record<Decision, { author: (noun: string) => string; reporter: (noun: string) => string }> = {
  keep: { author: (noun) => `Your ${noun} stays as it is.`, reporter: (noun) => `We have checked the ${noun}, and it stays as it is.` },
  edit: { author: (noun) => `Please edit your ${noun}.`, reporter: (noun) => `We have asked the author to edit the ${noun}.` },
  hide: { author: (noun) => `Your ${noun} is hidden.`, reporter: (noun) => `The ${noun} is hidden.` },
  remove: { author: (noun) => `Your ${noun} was removed.`, reporter: (noun) => `The ${noun} was removed.` },
  warn: { author: (noun) => `This is a warning about your ${noun}.`, reporter: () => 'The author has been warned.' },
  restrict: { author: () => 'You can read, but not post.', reporter: () => 'The author cannot post for a while.' },
  close: { author: () => 'Your account was closed.', reporter: () => 'The author’s account was closed.' },
}

function DecisionView({ decisionKey, notice }: { decisionKey: string; notice: DecisionNotice }) {
  const { kind, title, path, role, decision, canAppeal, appeal } = notice
  const noun = REPORT_KINDS[kind].toLowerCase()
  return (
    <>
      <header>
        <p className="tag">Moderation decision {notice.id}</p>
        <h1>{OUTCOMES[decision.decision][role](noun)}</h1>
        <p className="lead">{path ? <Link to={path}>{title || `The ${noun}`}</Link> : <bdi>{title || `The ${noun}`}</bdi>}</p>
      </header>
      <dl className={styles.facts}>
        <dt>Decided on</dt>
        <dd>
          <LongDate date={decision.decidedAt} />
        </dd>
        <dt>Reason</dt>
        <dd>{DECISION_REASONS[decision.reason]}</dd>
        {decision.restrictedUntil && role === 'author' && (
          <>
            <dt>You can post again after</dt>
            <dd>
              <LongDate date={decision.restrictedUntil} />
            </dd>
          </>
        )}
        {decision.text && (
          <>
            <dt>Explanation</dt>
            <dd dir="auto" className={styles.words}>
              {decision.text}
            </dd>
          </>
        )}
      </dl>
      {appeal ? (
        <section aria-labelledby="appeal-title">
          <h2 id="appeal-title">Your appeal</h2>
          <Notice tone={appeal.outcome === 'overturned' ? 'good' : 'info'} role="status">
            {appeal.outcome === null
              ? 'We have received your appeal. Another moderator looks at it where there is one, and we notify you of the outcome.'
              : appeal.outcome === 'overturned'
                ? 'Your appeal was successful.'
                : 'We have checked the decision again, and it stays.'}
          </Notice>
          <p dir="auto" className={styles.words}>
            {appeal.text}
          </p>
          {appeal.outcomeText && (
            <p dir="auto" className={styles.words}>
              <b>Outcome:</b> {appeal.outcomeText}
            </p>
          )}
        </section>
      ) : canAppeal ? (
        <AppealForm decisionKey={decisionKey} />
      ) : null}
      <p className="actions">
        <ButtonLink variant="quiet" to={paths.moderation()}>
          How we moderate
        </ButtonLink>
        <ButtonLink variant="quiet" to={paths.about('guidelines')}>
          Community guidelines
        </ButtonLink>
      </p>
    </>
  )
}

function AppealForm({ decisionKey }: { decisionKey: string }) {
  const queryClient = useQueryClient()
  const entry = useForm({
    start: { text: '' },
    toBody: ({ text }) => ({
      ...(decisionKey.includes('~') ? { token: decisionKey } : { decisionId: Number(decisionKey) }),
      text: text.trim(),
    }),
    check: ({ text }) => ({ text: text.trim() ? undefined : 'Please explain why the decision is wrong.' }),
    revalidates: true,
    send: fileAppeal,
    onDone: (updated) => void queryClient.setQueryData(decisionQuery(decisionKey).queryKey, updated),
  })
  const { props, errors, field, problem, busy } = entry
  return (
    <section aria-labelledby="appeal-title">
      <h2 id="appeal-title">Do you think that we are wrong?</h2>
      <p>You can appeal once. Another moderator checks the decision where there is one.</p>
      <form {...props} className={styles.form} aria-labelledby="appeal-title">
        <FormDraft form={entry} name="appeal" subject={decisionKey.split('~')[0]} />
        <Field label="Why is the decision wrong?" required error={errors.text}>
          {(control) => <Textarea {...control} {...field('text').input} maxLength={APPEAL_TEXT_MAX} disabled={busy} />}
        </Field>
        {problem && (
          <Notice tone="bad" role="alert">
            The appeal could not be sent. {failureReason(problem)}
          </Notice>
        )}
        <p className="actions">
          <Button type="submit" busy={busy} busyLabel="Sending...">
            Send appeal
          </Button>
        </p>
      </form>
    </section>
  )
}
