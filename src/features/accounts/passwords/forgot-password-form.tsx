import { useForm } from '#platform/client/forms/form.client.ts'
import { forgotPassword, loadAccountForms } from '#features/accounts/account.client.ts'
import { EmailField } from '#features/accounts/account-field.tsx'
import { FormFooter } from '#features/accounts/form-footer.tsx'
import * as styles from '#features/accounts/account-form.module.css'

export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const entry = useForm({
    start: { email: '' },
    toBody: ({ email }) => ({ email: email.trim() }),
    contract: async () => (await loadAccountForms()).ForgottenForm,
    send: ({ email }) => forgotPassword(email),
    onDone: (_, { email }) => onSent(email.trim()),
  })
  return (
    <form {...entry.props} className={styles.accountForm} aria-label="Forgotten password">
      <EmailField field={entry.field('email')} />
      <FormFooter form={entry} label="Send the link" busyLabel="Sending..." />
    </form>
  )
}
