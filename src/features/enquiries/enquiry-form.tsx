/** Renders the enquiry form. The browser and the server validate it with the same schema, and it works without JavaScript. */
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
  /** Values and errors of a submission without JavaScript that the server rejected; undefined otherwise. */
  returned?: FormResponse<keyof EnquiryValues> | undefined
  /** Data of the signed-in member, as initial values. */
  known?: Partial<EnquiryValues> | undefined
  /** Called after the enquiry was accepted. The form stays busy until the returned promise resolves. */
  onSent: () => unknown
  /** Path of the page to which `Cancel` leads. */
  cancelTo: string
  /** Path of the page, to which the form is submitted without JavaScript. */
  action: string
  /** Note about data protection, shown above the buttons. */
  note: ReactNode
}

const FAILURE_TEXTS = { title: 'Error submitting enquiry', message: 'Please try again later or contact us directly.' }

export function EnquiryForm({ product, action, returned, known, onSent, cancelTo, note }: EnquiryFormProps) {
  const isInvalid = Object.keys(returned?.errors ?? {}).length > 0
  const { symbol } = useWording()
  const form = useForm({
    start: returned?.values ?? { ...BLANK_ENQUIRY, ...known },
    initialErrors: returned?.errors,
    toBody: (values) => ({
      ...values,
      email: values.email.trim(),
      productId: product.id,
      productName: product.name,
      productPrice: priceOrPoa(product.price, symbol),
    }),
    contract: loadEnquiryForm,
    revalidates: true,
    send: postEnquiry,
    onDone: () => {
      toast({ title: 'Enquiry submitted successfully', message: "We'll be in touch soon regarding your enquiry." })
      return onSent()
    },
    onFailed: () => toast({ ...FAILURE_TEXTS, tone: 'destructive' }),
  })

  const { props, field, busy } = form
  return (
    <form {...props} className={styles.enquiryForm} action={action} aria-label="Enquiry">
      <FormDraft form={form} name="enquiry" subject={product.id} isPathStored />
      {returned && (
        <Notice tone="bad" title={isInvalid ? 'Not sent yet' : FAILURE_TEXTS.title}>
          {isInvalid ? 'Please check the fields that are marked below.' : FAILURE_TEXTS.message}
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
        <LateNotice what="This form" worksWithoutJs />
      </div>
    </form>
  )
}
