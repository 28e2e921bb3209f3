/** The form a visitor asks with. It is checked here by the contract's own rules, and once more on the server, where it goes as it is without a script. */
import { FormDraft } from '#features/drafts/form-draft.tsx'
import type { ReactNode } from 'react'
import { useForm } from '#platform/client/forms/form.client.ts'
import type { FormResponse } from '#platform/client/forms/plain-form.client.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { LateNotice } from '#ui/states/late-notice.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { BLANK_ENQUIRY, ENQUIRY_FIELDS, type EnquiryValues } from './enquiry-check.client.ts'
import { EnquiryField } from './enquiry-field.tsx'
import { loadEnquiryForm, postEnquiry, priceOrPoa } from './enquiry.client.ts'
import * as styles from './enquiry-form.module.css'

interface EnquiryFormProps {
  product: { id: number; name: string; price: string | null }
  /** What was sent without a script and not taken. */
  returned?: FormResponse<keyof EnquiryValues> | undefined
  /** Of a signed-in member; what they type replaces it. */
  known?: Partial<EnquiryValues> | undefined
  onSent: () => void
  cancelTo: string
  /** Where it goes without a script: the page's own address. */
  action: string
  /** Says what happens with the data. */
  note: ReactNode
}

const FAILED = { title: 'Error submitting enquiry', message: 'Please try again later or contact us directly.' }

export function EnquiryForm({ product, action, returned, known, onSent, cancelTo, note }: EnquiryFormProps) {
  const isWrong = Object.keys(returned?.errors ?? {}).length > 0
  const { symbol } = useWording()
  const form = useForm({
    start: returned?.values ?? { ...BLANK_ENQUIRY, ...known },
    returned: returned?.errors,
    toBody: (values) => ({
      ...values,
      email: values.email.trim(),
      productId: product.id,
      productName: product.name,
      productPrice: priceOrPoa(product.price, symbol),
    }),
    contract: loadEnquiryForm,
    rechecks: true,
    send: postEnquiry,
    onDone: () => {
      toast({ title: 'Enquiry submitted successfully', message: "We'll be in touch soon regarding your enquiry." })
      onSent()
    },
    onFailed: () => toast({ ...FAILED, tone: 'destructive' }),
  })

  const { props, field, busy } = form
  return (
    <form {...props} className={styles.enquiryForm} action={action} aria-label="Enquiry">
      <FormDraft form={form} name="enquiry" subject={product.id} />
      {returned && (
        <Notice tone="bad" title={isWrong ? 'Not sent yet' : FAILED.title}>
          {isWrong ? 'Please check the fields that are marked below.' : FAILED.message}
        </Notice>
      )}
      {ENQUIRY_FIELDS.map((name) => (
        <EnquiryField key={name} name={name} field={field(name)} onFocus={() => void loadEnquiryForm().catch(() => undefined)} />
      ))}
      <p className={styles.enquiryNote}>{note}</p>
      <div className="actions">
        <Button type="submit" busy={busy} busyLabel="Submitting...">
          Submit Enquiry
        </Button>
        <ButtonLink variant="quiet" to={cancelTo}>
          Cancel
        </ButtonLink>
        <LateNotice what="This form" works />
      </div>
    </form>
  )
}
