/** Sheet that edits a user's names, picture and email. */
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { changeUser, loadUserChange, type AdminUser } from '#features/users/user-admin.client.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { serverMessageOf } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Field, Input } from '#ui/forms/field.tsx'
import { Link } from '#ui/router/link.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { VERBATIM_INPUT_PROPS, DisplayFields } from './account-fields.tsx'

const FIELD_NAMES = ['username', 'email', 'displayName', 'avatarUrl'] as const
type Draft = Record<(typeof FIELD_NAMES)[number], string>

const toDraft = (user: AdminUser): Draft => ({
  username: user.username,
  email: user.email ?? '',
  displayName: user.displayName ?? '',
  avatarUrl: user.avatarUrl ?? '',
})
/** Returns only the changed fields, so that a save does not overwrite other fields that another administrator changes meanwhile. */
const toBody = (values: Draft, stored: Draft): Partial<Draft> =>
  Object.fromEntries(FIELD_NAMES.filter((name) => values[name].trim() !== stored[name]).map((name) => [name, values[name].trim()]))

interface UserEditorProps {
  user: AdminUser
  onSaved: (user: AdminUser) => void
  onClose: () => void
}

export function UserEditor({ user, onSaved, onClose }: UserEditorProps) {
  const stored = toDraft(user)
  const isSelf = useSignedIn()?.id === user.id
  const form = useForm({
    start: stored,
    toBody: (values) => toBody(values, stored),
    contract: loadUserChange,
    send: async (body) => (Object.keys(body).length > 0 ? await changeUser(user.id, body) : undefined),
    onDone: (changed) => {
      if (!changed) return onClose()
      toast({ title: 'User updated' })
      onSaved(changed)
    },
    onFailed: (error) => {
      const message = serverMessageOf(error) ?? 'An error occurred while updating the user.'
      toast({ title: 'Failed to update user', message, tone: 'destructive' })
    },
  })
  const { errors, field } = form

  return (
    <EditorSheet
      title="Edit User"
      note={`User ID: ${user.id}`}
      form={form}
      saveLabel="Save Changes"
      busyLabel="Saving..."
      onClose={onClose}
    >
      {user.id !== GUEST_ID && (
        <>
          <Field label="Username" required error={errors.username} hint={isSelf ? 'You sign in with this name.' : USERNAME_HINT}>
            {(control) => <Input {...control} {...field('username').input} {...VERBATIM_INPUT_PROPS} />}
          </Field>
          <Field
            label="Email"
            error={errors.email}
            hint={
              isSelf
                ? OWN_EMAIL_HINT
                : stored.email
                  ? 'We notify the previous address of the change.'
                  : 'They can sign in with this address and receive email there.'
            }
          >
            {(control) => (
              <Input {...control} {...field('email').input} {...VERBATIM_INPUT_PROPS} type="email" inputMode="email" readOnly={isSelf} />
            )}
          </Field>
        </>
      )}
      <DisplayFields field={field} />
    </EditorSheet>
  )
}

const USERNAME_HINT = 'Letters, numbers, hyphens and underscores. They sign in with this name; we email them about a change.'
const OWN_EMAIL_HINT = (
  <>
    You can change your own email on <Link to="/account">your account page</Link>, with your password.
  </>
)
