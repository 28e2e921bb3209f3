import { useForm } from '#platform/client/forms/form.client.ts'
import { forgotPassword, loadAccountForms } from '#features/accounts/account.client.ts'
import { EmailField } from '#features/accounts/account-field.tsx'
import { FormFooter } from '#features/accounts/form-footer.tsx'
import * as styles from '#features/accounts/account-form.module.css'

export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({
    start: { email: '' },
    toBody: ({ email }) => ({ email: email.trim() }),
    contract: async () => (await loadAccountForms()).ForgottenForm,
    send: ({ email }) => forgotPassword(email),
    onDone: (_, { email }) => onSent(email.trim()),
  })
  return (
    <form {...form.props} className={styles.accountForm} aria-label="Forgotten password">
      <EmailField field={form.field('email')} />
      <FormFooter form={form} label="Send the link" busyLabel="Sending..." />
    </form>
  )
}
