import { EmailField, UsernameField } from '#features/accounts/account-field.tsx'
import { FormFooter } from '#features/accounts/form-footer.tsx'
import { PasswordField } from '#features/accounts/passwords/password-field.tsx'
import { claimSite, loadClaimForm } from '#features/deployment/claims/claim.client.ts'
import { ApiError } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import * as styles from '#features/accounts/account-form.module.css'

interface ClaimFormProps {
  token: string
  onDone: (session: Awaited<ReturnType<typeof claimSite>>) => void
  /** Called when the token was used, has expired or is invalid. */
  onStale: () => void
}

export function ClaimForm({ token, onDone, onStale }: ClaimFormProps) {
  const form = useForm({
    start: { username: '', email: '', password: '' },
    toBody: (values) => ({ ...values, token }),
    contract: loadClaimForm,
    send: claimSite,
    onDone,
    onFailed: (error) => {
      const isAboutToken = error instanceof ApiError && error.errors.some(({ path }) => path === 'token')
      if (isAboutToken) onStale()
      return isAboutToken
    },
  })
  const { username, email } = form.values
  return (
    <form {...form.props} className={styles.accountForm} aria-label="Claim your site">
      <UsernameField hint="You use it to sign in. Letters, numbers, hyphens and underscores." field={form.field('username')} />
      <EmailField hint="Used to reset your password. It is never shown publicly." field={form.field('email')} />
      <PasswordField field={form.field('password')} strengthCheck={{ guessableWords: [username, email] }} />
      <FormFooter form={form} label="Claim your site" busyLabel="Claiming..." />
    </form>
  )
}
