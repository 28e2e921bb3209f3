/** What a customer does with an enquiry. Each form goes to the page's own address where there is no script. */
import { FormDraft } from '#features/drafts/form-draft.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useActionData, useNavigate } from 'react-router'
import {
  addEnquiryMessage,
  enquiryStatusQuery,
  eraseEnquiry,
  loadEnquiryMessage,
  withdrawEnquiry,
  type EnquiryStatusView,
} from '#features/enquiries/tracking/tracking.client.ts'
import { ApiError } from '#platform/client/api.client.ts'
import { useForm, type Form } from '#platform/client/forms/form.client.ts'
import type { FormResponse } from '#platform/client/forms/plain-form.client.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, Textarea } from '#ui/forms/field.tsx'
import { LateNotice } from '#ui/states/late-notice.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import * as styles from './enquiry-status.module.css'

interface StatusFormProps {
  keyOfLink: string
}
type Returned = FormResponse<'act' | 'text'>

function useStore(key: string) {
  const queryClient = useQueryClient()
  return (enquiry: EnquiryStatusView) => void queryClient.setQueryData(enquiryStatusQuery(key).queryKey, enquiry)
}

export function MessageForm({ keyOfLink }: StatusFormProps) {
  const given = useActionData<Returned>()
  const returned = given?.values.act === 'message' ? given : undefined
  const store = useStore(keyOfLink)
  const form = useForm({
    start: { text: returned?.values.text ?? '' },
    returned: returned && { text: returned.errors.text },
    toBody: ({ text }) => ({ text: text.trim() }),
    contract: loadEnquiryMessage,
    send: ({ text }) => addEnquiryMessage(keyOfLink, text),
    onDone: (enquiry) => {
      store(enquiry)
      form.reset()
      toast({ title: 'Message sent' })
    },
  })
  const { props, field, busy, problem } = form
  const { input, error } = field('text')
  return (
    <form {...props} className={styles.statusForm} action={paths.enquiryStatus(keyOfLink)} aria-label="Add something">
      <FormDraft form={form} name="enquiry-message" subject={keyOfLink.slice(0, 8)} />
      <Problem problem={problem} isReturned={returned !== undefined && !returned.errors.text} />
      <input type="hidden" name="act" value="message" />
      <Field label="Message" error={error} required>
        {(control) => <Textarea {...control} {...input} rows={4} maxLength={4000} />}
      </Field>
      <div className="actions">
        <Button type="submit" busy={busy} busyLabel="Sending...">
          Send message
        </Button>
        <LateNotice what="This form" works />
      </div>
    </form>
  )
}

export function WithdrawForm({ keyOfLink }: StatusFormProps) {
  const store = useStore(keyOfLink)
  const form = useForm({
    start: {},
    toBody: () => undefined,
    send: () => withdrawEnquiry(keyOfLink),
    onDone: (enquiry) => {
      store(enquiry)
      toast({ title: 'Enquiry withdrawn' })
    },
  })
  return (
    <ActForm keyOfLink={keyOfLink} act="withdraw" form={form} button="Withdraw the enquiry" busyLabel="Withdrawing...">
      We stop working on it. What was said stays here to be read.
    </ActForm>
  )
}

export function EraseForm({ keyOfLink }: StatusFormProps) {
  const navigate = useNavigate()
  const form = useForm({
    start: {},
    toBody: () => undefined,
    send: () => eraseEnquiry(keyOfLink),
    onDone: () => navigate(paths.findEnquiry('erased'), { replace: true }),
  })
  return (
    <ActForm keyOfLink={keyOfLink} act="erase" form={form} button="Erase the enquiry" busyLabel="Erasing..." isDanger>
      Your question, your name and address, every message and every mail about it are deleted at once. This cannot be undone.
    </ActForm>
  )
}

interface ActFormProps extends StatusFormProps {
  act: string
  form: Form<object>
  button: string
  busyLabel: string
  isDanger?: boolean
  children: ReactNode
}

function ActForm({ keyOfLink, act, form, button, busyLabel, isDanger, children }: ActFormProps) {
  const isReturned = useActionData<Returned>()?.values.act === act
  return (
    <form {...form.props} className={styles.statusForm} action={paths.enquiryStatus(keyOfLink)} aria-label={button}>
      <Problem problem={form.problem} isReturned={isReturned} />
      <input type="hidden" name="act" value={act} />
      <p>{children}</p>
      <div className="actions">
        <Button type="submit" variant={isDanger ? 'danger' : 'quiet'} busy={form.busy} busyLabel={busyLabel}>
          {button}
        </Button>
      </div>
    </form>
  )
}

/** @param isReturned it was sent without a script, and not taken */
function Problem({ problem, isReturned }: { problem: Error | undefined; isReturned: boolean }) {
  if (!problem && !isReturned) return null
  const said = problem instanceof ApiError && [409, 429].includes(problem.status) ? problem.serverMessage : undefined
  return (
    <Notice tone="bad" role="alert">
      {said ?? 'That did not work. The enquiry may have changed in the meantime: please load the page again.'}
    </Notice>
  )
}
