/** Sheet that creates a user. */
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { PasswordField } from '#features/accounts/passwords/password-field.tsx'
import { createUser, loadNewUser } from '#features/users/user-admin.client.ts'
import { serverMessageOf } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Field, Input } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { VERBATIM_INPUT_PROPS, DisplayFields } from './account-fields.tsx'
import * as styles from '#admin/editor/editor-sheet.module.css'

const EMPTY_DRAFT = { username: '', email: '', password: '', displayName: '', avatarUrl: '', isAdmin: false }
type Draft = typeof EMPTY_DRAFT

/** Returns the request body without optional fields that are empty. */
const toBody = ({ displayName, avatarUrl, ...requiredFields }: Draft) => ({
  ...requiredFields,
  ...(displayName.trim() ? { displayName } : {}),
  ...(avatarUrl.trim() ? { avatarUrl } : {}),
})

export function CreateUser({ onClose }: { onClose: () => void }) {
  const form = useForm({
    start: EMPTY_DRAFT,
    toBody,
    contract: loadNewUser,
    send: createUser,
    onDone: () => {
      toast({ title: 'User created successfully' })
      onClose()
    },
    onFailed: (error) => {
      const message = serverMessageOf(error) ?? 'An error occurred while creating the user.'
      toast({ title: 'Failed to create user', message, tone: 'destructive' })
    },
  })
  const { values, errors, field, change } = form

  return (
    <EditorSheet title="Create User" form={form} hasBrowserValidation saveLabel="Create User" busyLabel="Creating..." onClose={onClose}>
      <Field label="Username" required error={errors.username} hint="Letters, numbers, hyphens and underscores.">
        {(control) => <Input {...control} {...field('username').input} {...VERBATIM_INPUT_PROPS} />}
      </Field>
      <Field label="Email" required error={errors.email}>
        {(control) => <Input {...control} {...field('email').input} {...VERBATIM_INPUT_PROPS} type="email" inputMode="email" />}
      </Field>
      <PasswordField field={field('password')} strengthCheck={{ guessableWords: [values.username, values.email] }} />
      <DisplayFields field={field} />
      <label className={styles.editorSwitch}>
        <input type="checkbox" name="isAdmin" checked={values.isAdmin} onChange={({ target }) => change({ isAdmin: target.checked })} />
        Administrator
      </label>
      <p className="hint">Administrators can see and change everything in the back-office.</p>
    </EditorSheet>
  )
}
