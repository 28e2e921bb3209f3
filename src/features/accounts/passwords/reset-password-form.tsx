import { ApiError } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { loadAccountForms, resetPassword } from '#features/accounts/account.client.ts'
import { FormFooter } from '#features/accounts/form-footer.tsx'
import { RemovePasskeys } from '#features/accounts/passkeys/remove-passkeys.tsx'
import { PasswordField } from './password-field.tsx'
import * as styles from '#features/accounts/account-form.module.css'

interface ResetPasswordFormProps {
  token: string
  onDone: () => void
  /**
   * Called when the server rejects the link as used, expired or unknown, and for other 4xx errors that are not about the password or 429.
   */
  onStale: () => void
}

export function ResetPasswordForm({ token, onDone, onStale }: ResetPasswordFormProps) {
  const form = useForm({
    start: { password: '', removePasskeys: false },
    toBody: ({ password, removePasskeys }) => ({ password, token, ...(removePasskeys ? { removePasskeys } : {}) }),
    contract: async () => (await loadAccountForms()).ResetForm,
    send: resetPassword,
    onDone,
    onFailed: (error) => {
      const isAboutPassword = error instanceof ApiError && error.errors.some(({ path }) => path === 'password')
      const isClientError = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
      if (!isClientError || isAboutPassword) return false
      onStale()
      return true
    },
  })
  return (
    <form {...form.props} className={styles.accountForm} aria-label="Choose a new password">
      <PasswordField label="New password" field={form.field('password')} strengthCheck={{ guessableWords: [] }} />
      <RemovePasskeys isOn={form.values.removePasskeys} onChange={(removePasskeys) => form.change({ removePasskeys })} />
      <FormFooter form={form} label="Set new password" busyLabel="Setting..." />
    </form>
  )
}
