import { forgotPassword, loadAccountForms } from './account.client.ts'
import { AccountField } from './account-field.tsx'
import { useAccountForm } from './account-form.client.ts'
import { FormEnd } from './form-footer.tsx'
import * as styles from './account-form.module.css'

export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const entry = useAccountForm({
    blank: { email: '' },
    toBody: ({ email }) => ({ email: email.trim() }),
    rules: async () => (await loadAccountForms()).ForgottenForm,
    send: ({ email }) => forgotPassword(email),
    onDone: (_, { email }) => onSent(email.trim()),
  })
  return (
    <form className={styles.accountForm} ref={entry.form} method="post" noValidate onSubmit={entry.submit} aria-label="Forgotten password">
      <AccountField label="Email" field={entry.field('email')} type="email" inputMode="email" autoComplete="email" spellCheck={false} />
      <FormEnd form={entry} label="Send the link" busyLabel="Sending..." />
    </form>
  )
}
