import { FormDraft } from '#features/drafts/form-draft.tsx'
import type { Enquiry } from '#features/enquiries/handling/enquiry-handling.client.ts'
import { answerEnquiry, loadEnquiryMessage } from '#features/enquiries/tracking/tracking.client.ts'
import { WritingField } from '#features/writing/field/writing-field.tsx'
import { useForm, type Form } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import * as styles from './enquiries.module.css'

interface EnquiryReply {
  text: string
}

/** Creates the state of the reply form. The panel calls it, because it has to ask before closing with an unsent reply. */
export function useEnquiryReply({ id }: Enquiry, onSent: (enquiry: Enquiry) => void): Form<EnquiryReply> {
  const form: Form<EnquiryReply> = useForm({
    start: { text: '' },
    toBody: ({ text }) => ({ text: text.trim() }),
    contract: loadEnquiryMessage,
    send: ({ text }) => answerEnquiry(id, text),
    onDone: (enquiry) => {
      form.reset()
      onSent(enquiry)
      toast({
        title: 'Reply saved',
        message: 'The customer will get it by email. It is in the outbox until it is sent.',
      })
    },
    onFailed: () => toast({ title: 'Your reply was not sent', message: 'Please try again.', tone: 'destructive' }),
  })
  return form
}

/** Form for a reply to the customer, which is sent by email and shown on their enquiry page. */
export function EnquiryReplyForm({ form, enquiryId }: { form: Form<EnquiryReply>; enquiryId: number }) {
  const { props, field, isChanged, busy } = form
  const { input, error } = field('text')
  return (
    <form {...props} className={styles.enquiryNotes}>
      <FormDraft form={form} name="enquiry-answer" subject={enquiryId} />
      <Field label="Reply" hint="Sent to the customer by email and shown on their enquiry page, where they can reply." error={error}>
        {(control) => <WritingField {...control} {...input} rows={5} maxLength={4000} disabled={busy} />}
      </Field>
      <Button type="submit" disabled={!isChanged} busy={busy} busyLabel="Sending...">
        Send Reply
      </Button>
    </form>
  )
}
