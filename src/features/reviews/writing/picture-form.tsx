/** Renders a form with a picture and a line of text. */
import { useRef } from 'react'
import { UPLOAD_MAX_BYTES, UPLOAD_TYPES } from '#features/uploads/upload-limits.policy.ts'
import { ApiError } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, Input } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { formatBytes } from '#wording/bytes.ts'
import * as styles from './own-review.module.css'

const BLANK_VALUES: { file: File | undefined; text: string } = { file: undefined, text: '' }

interface PictureFormProps {
  label: string
  textField: { label: string; hint: string; isRequired: boolean; max: number }
  /** Text of the submit button. */
  submit: string
  /** Sends the picture and the text, and must then show a confirmation. */
  send: (file: File, text: string) => Promise<void>
}

export function PictureForm({ label, textField: { label: textLabel, hint, isRequired, max }, submit, send }: PictureFormProps) {
  const picker = useRef<HTMLInputElement>(null)
  const { props, errors, field, change, busy } = useForm({
    start: BLANK_VALUES,
    toBody: (values) => values,
    check: ({ file, text }) => ({
      file: validateFile(file),
      text: isRequired && !text.trim() ? 'Please describe the picture' : undefined,
    }),
    revalidates: true,
    send: ({ file, text }) => (file ? send(file, text.trim()) : Promise.resolve()),
    onDone: () => {
      if (picker.current) picker.current.value = ''
    },
    onFailed: (error) => {
      const message = error instanceof ApiError && error.status < 500 ? error.serverMessage : undefined
      toast({ title: 'Picture not sent', message: message ?? 'Please try again.', tone: 'destructive' })
    },
  })

  return (
    <form {...props} className={styles.sender} aria-label={label}>
      <Field label={label} required error={errors.file}>
        {(control) => (
          <input
            {...control}
            ref={picker}
            type="file"
            className={styles.picker}
            accept={UPLOAD_TYPES.join(',')}
            onChange={({ target }) => change({ file: target.files?.[0] })}
          />
        )}
      </Field>
      <Field label={textLabel} hint={hint} required={isRequired} error={errors.text}>
        {(control) => <Input {...control} {...field('text').input} maxLength={max} autoComplete="off" />}
      </Field>
      <Button type="submit" variant="quiet" size="s" busy={busy} busyLabel="Sending...">
        {submit}
      </Button>
    </form>
  )
}

function validateFile(file: File | undefined): string | undefined {
  if (!file) return 'Please choose a picture'
  if (!UPLOAD_TYPES.some((type) => type === file.type)) return 'Please choose a JPEG, PNG, WebP or AVIF picture.'
  return file.size > UPLOAD_MAX_BYTES ? `A picture may have at most ${formatBytes(UPLOAD_MAX_BYTES)}.` : undefined
}
