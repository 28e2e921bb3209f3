/** Renders the form that confirms an email. email-link.service.ts explains why a password may be required. */
import { useState } from 'react'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { confirmEmail, loadAccountForms, type EmailLinkState } from '#features/accounts/account.client.ts'
import { FormFooter } from '#features/accounts/form-footer.tsx'
import { PasswordField } from '#features/accounts/passwords/password-field.tsx'
import * as styles from '#features/accounts/account-form.module.css'

interface ConfirmEmailFormProps {
  token: string
  link: EmailLinkState
  onConfirmed: (email: string) => void
  /** Called after a new password was set, which ends all sessions. */
  onPasswordSet: () => void
}

export function ConfirmEmailForm({ token, link, onConfirmed, onPasswordSet }: ConfirmEmailFormProps) {
  const [isNewPassword, setNewPassword] = useState(false)
  if (link.isSignedIn) return <SignedInForm token={token} onConfirmed={onConfirmed} />
  const form = isNewPassword ? (
    <NewPasswordForm token={token} link={link} onPasswordSet={onPasswordSet} />
  ) : (
    <KnownPasswordForm token={token} link={link} onConfirmed={onConfirmed} />
  )
  return (
    <>
      <Notice title={`Is "${link.username}" your account?`}>
        The email address {link.email} was entered for the account &quot;{link.username}&quot;. If you did not create this account, close
        this page: the address is not used until it is confirmed.
      </Notice>
      {form}
      {link.maySetPassword && (
        <p className={styles.accountAlternative}>
          <Button variant="quiet" size="s" onClick={() => setNewPassword(!isNewPassword)}>
            {isNewPassword ? 'Enter the current password instead' : 'Set a new password instead'}
          </Button>
        </p>
      )}
    </>
  )
}

function SignedInForm({ token, onConfirmed }: Pick<ConfirmEmailFormProps, 'token' | 'onConfirmed'>) {
  const form = useForm({
    start: {},
    toBody: () => ({ token }),
    contract: async () => (await loadAccountForms()).ConfirmEmailForm,
    send: confirmEmail,
    onDone: ({ email }) => onConfirmed(email),
  })
  return (
    <form {...form.props} className={styles.accountForm} aria-label="Confirm your email">
      <FormFooter form={form} label="Confirm my email" busyLabel="Confirming..." />
    </form>
  )
}

function KnownPasswordForm({ token, link, onConfirmed }: Pick<ConfirmEmailFormProps, 'token' | 'link' | 'onConfirmed'>) {
  const form = useForm({
    start: { password: '' },
    toBody: ({ password }) => ({ token, password }),
    contract: async () => (await loadAccountForms()).ConfirmEmailForm,
    send: confirmEmail,
    onDone: ({ email }) => onConfirmed(email),
  })
  return (
    <form {...form.props} className={styles.accountForm} aria-label="Confirm your email">
      <input type="text" name="username" autoComplete="username" value={link.username} readOnly hidden />
      <PasswordField label={`Password of ${link.username}`} field={form.field('password')} />
      <FormFooter form={form} label="Confirm my email" busyLabel="Confirming..." />
    </form>
  )
}

function NewPasswordForm({ token, link, onPasswordSet }: Pick<ConfirmEmailFormProps, 'token' | 'link' | 'onPasswordSet'>) {
  const form = useForm({
    start: { newPassword: '' },
    toBody: ({ newPassword }) => ({ token, newPassword }),
    contract: async () => (await loadAccountForms()).ConfirmEmailForm,
    send: confirmEmail,
    onDone: onPasswordSet,
  })
  return (
    <form {...form.props} className={styles.accountForm} aria-label="Set a new password">
      <input type="text" name="username" autoComplete="username" value={link.username} readOnly hidden />
      <PasswordField
        label="New password"
        field={form.field('newPassword')}
        strengthCheck={{ guessableWords: [link.username, link.email] }}
      />
      <p className={styles.accountNote}>
        This signs the account out everywhere, and removes its passkeys, one-time codes and recovery codes.
      </p>
      <FormFooter form={form} label="Set password and confirm" busyLabel="Confirming..." />
    </form>
  )
}
