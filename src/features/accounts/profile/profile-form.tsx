import { FormDraft } from '#features/drafts/form-draft.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from '#platform/client/forms/form.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { accountQuery, changeAccount, loadAccountForms, type AccountForm, type OwnAccount } from '#features/accounts/account.client.ts'
import { AccountField, EmailField } from '#features/accounts/account-field.tsx'
import { FormFooter } from '#features/accounts/form-footer.tsx'
import { PasswordField } from '#features/accounts/passwords/password-field.tsx'
import * as styles from '#features/accounts/account-form.module.css'
import { AvatarForm } from './avatars/avatar-form.tsx'
import { showEmail } from '#platform/text/shown-email.client.ts'

const toFormValues = ({ displayName, email, unconfirmedEmail }: OwnAccount) => ({
  displayName: displayName ?? '',
  email: showEmail(unconfirmedEmail ?? email ?? ''),
  password: '',
})

/** Edits the public profile and the private email. */
export function ProfileForm({ account }: { account: OwnAccount }) {
  const queryClient = useQueryClient()
  const before = toFormValues(account)
  const entry = useForm({
    start: before,
    toBody: (values): AccountForm => {
      const changed = (['displayName', 'email'] as const).filter((name) => values[name].trim() !== before[name])
      return {
        ...Object.fromEntries(changed.map((name) => [name, values[name].trim()])),
        ...(changed.includes('email') ? { password: values.password } : {}),
      }
    },
    contract: async () => (await loadAccountForms()).AccountForm,
    send: changeAccount,
    onDone: (saved) => {
      queryClient.setQueryData(accountQuery().queryKey, saved)
      const needsConfirmation = saved.unconfirmedEmail !== null && saved.unconfirmedEmail !== account.unconfirmedEmail
      toast({
        title: 'Profile saved',
        message: needsConfirmation
          ? `We have sent an email to ${showEmail(saved.unconfirmedEmail ?? '')}. Follow its link to confirm the address.`
          : 'Others can see the changes now.',
      })
    },
  })
  const { values } = entry
  const hasNewEmail = values.email.trim() !== before.email
  const isChanged = hasNewEmail || values.displayName.trim() !== before.displayName
  return (
    <>
      <AvatarForm account={account} />
      <form {...entry.props} className={styles.accountForm} aria-label="Profile">
        <FormDraft form={entry} name="profile" />
        <AccountField
          optional
          label="Display name"
          hint={`Shown next to your posts. Leave blank to use your username, ${account.username}.`}
          field={entry.field('displayName')}
          autoComplete="name"
        />
        <EmailField hint="Only you and the administrators can see it." field={entry.field('email')} />
        {hasNewEmail && <PasswordField label="Your password, for the new email" field={entry.field('password')} />}
        <FormFooter form={entry} label="Save profile" busyLabel="Saving..." disabled={!isChanged} />
      </form>
    </>
  )
}
