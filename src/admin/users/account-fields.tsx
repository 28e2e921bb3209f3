/** Form fields that the forms for creating and editing a user share. */
import type { FormField } from '#platform/client/forms/form.client.ts'
import { Field, Input } from '#ui/forms/field.tsx'

/** Input props for usernames, email addresses and URLs: they turn off autofill, capitalisation and spell checking. */
export const VERBATIM_INPUT_PROPS = { autoComplete: 'off', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

interface DisplayFieldsProps {
  field: (name: 'displayName' | 'avatarUrl') => FormField
}

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
