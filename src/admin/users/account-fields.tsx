/** Fields shared by the forms that create and edit a user. */
import type { FormField } from '#platform/client/forms/form.client.ts'
import { Field, Input } from '#ui/forms/field.tsx'

/** For names and addresses: turns off autofill, capitalisation and spell checking. */
export const VERBATIM_INPUT_PROPS = { autoComplete: 'off', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

interface DisplayFieldsProps {
  field: (name: 'displayName' | 'avatarUrl') => FormField
}

/** Display name and avatar. */
export function DisplayFields({ field }: DisplayFieldsProps) {
  const name = field('displayName')
  const avatar = field('avatarUrl')
  return (
    <>
      <Field label="Display name" error={name.error} hint="Shown next to their posts. Without one, the username is shown.">
        {(control) => <Input {...control} {...name.input} autoComplete="off" />}
      </Field>
      <Field label="Avatar URL" error={avatar.error} hint="The URL of a picture. Without one, their initials are shown.">
        {(control) => <Input {...control} {...avatar.input} {...VERBATIM_INPUT_PROPS} inputMode="url" />}
      </Field>
    </>
  )
}
