/** The form a visitor asks with. It is checked here by the contract's own rules, and once more on the server, where it goes as it is without a script. */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { ApiError } from '#platform/api.client.ts'
import type { FormResponse } from '#platform/plain-form.client.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useWording } from '#ui/use-wording.ts'
import { LateNotice } from '#ui/late-notice.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast-store.ts'
import { BLANK_ENQUIRY, validateEnquiry, ENQUIRY_FIELDS, type EnquiryErrors, type EnquiryValues } from './enquiry-check.client.ts'
import { EnquiryField } from './enquiry-field.tsx'
import { loadEnquiryForm, postEnquiry, priceOrPoa } from './enquiry.client.ts'
import * as styles from './enquiry-form.module.css'

interface EnquiryFormProps {
  product: { id: number; name: string; price: string | null }
  /** What was sent without a script and not taken. */
  returned?: FormResponse<keyof EnquiryValues> | undefined
  onSent: () => void
  cancelTo: string
  /** Where it goes without a script: the page's own address. */
  action: string
  /** Says what happens with the data. */
  note: ReactNode
}

const FAILED = { title: 'Error submitting enquiry', message: 'Please try again later or contact us directly.' }

export function EnquiryForm({ product, action, returned, onSent, cancelTo, note }: EnquiryFormProps) {
  const [values, setValues] = useState<EnquiryValues>(returned?.values ?? BLANK_ENQUIRY)
  const [errors, setErrors] = useState<EnquiryErrors>(returned?.errors ?? {})
  /** The rules, from the first submit on: before it nothing is checked. */
  const [rules, setRules] = useState<Awaited<ReturnType<typeof loadEnquiryForm>>>()
  const [checking, setChecking] = useState(false)
  const isWrong = Object.keys(returned?.errors ?? {}).length > 0
  const { symbol } = useWording()
  const form = useRef<HTMLFormElement>(null)

  const point = (wrong: EnquiryErrors) => {
    setErrors(wrong)
    const first = ENQUIRY_FIELDS.find((name) => wrong[name])
    if (first) (form.current?.elements.namedItem(first) as HTMLElement | null)?.focus()
  }
  const sending = useMutation({
    mutationFn: (valid: EnquiryValues) =>
      postEnquiry({ ...valid, productId: product.id, productName: product.name, productPrice: priceOrPoa(product.price, symbol) }),
    onSuccess: () => {
      setValues(BLANK_ENQUIRY)
      setErrors({})
      setRules(undefined)
      toast({ title: 'Enquiry submitted successfully', message: "We'll be in touch soon regarding your enquiry." })
      onSent()
    },
    onError: (fault) => {
      toast({ ...FAILED, tone: 'destructive' })
      if (fault instanceof ApiError) setTimeout(() => point(Object.fromEntries(fault.errors.map(({ path, message }) => [path, message]))))
    },
  })

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (checking || sending.isPending) return
    setChecking(true)
    const loaded = await loadEnquiryForm().catch(() => undefined)
    setChecking(false)
    setRules(() => loaded)
    const wrong = loaded ? validateEnquiry(loaded, values) : {}
    // The fields can be reached again only when the button's wait is over.
    if (Object.keys(wrong).length) setTimeout(() => point(wrong))
    else sending.mutate({ ...values, email: values.email.trim() })
  }

  const change = (name: keyof EnquiryValues, value: string) => {
    const next = { ...values, [name]: value }
    setValues(next)
    if (rules) setErrors({ ...errors, [name]: validateEnquiry(rules, next)[name] })
    else if (errors[name]) setErrors({ ...errors, [name]: undefined })
  }

  return (
    <form
      className={styles.enquiryForm}
      ref={form}
      action={action}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-label="Enquiry"
    >
      {returned && (
        <Notice tone="bad" title={isWrong ? 'Not sent yet' : FAILED.title}>
          {isWrong ? 'Please check the fields that are marked below.' : FAILED.message}
        </Notice>
      )}
      {ENQUIRY_FIELDS.map((name) => (
        <EnquiryField
          key={name}
          name={name}
          value={values[name]}
          error={errors[name]}
          onChange={(value) => change(name, value)}
          onFocus={() => void loadEnquiryForm().catch(() => undefined)}
        />
      ))}
      <p className={styles.enquiryNote}>{note}</p>
      <div className="actions">
        <Button type="submit" busy={checking || sending.isPending} busyLabel="Submitting...">
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
