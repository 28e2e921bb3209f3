/** What the panel that makes an account and the one that puts it right have in common. */
import type { FormField } from '#platform/client/forms/form.client.ts'
import { Field, Input } from '#ui/forms/field.tsx'

/** For names and addresses: the browser puts nothing right and fills nothing in. */
export const VERBATIM_INPUT_PROPS = { autoComplete: 'off', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

interface ShownFieldsProps {
  field: (name: 'displayName' | 'avatarUrl') => FormField
}

/** How somebody is shown: name and picture. */
export function DisplayFields({ field }: ShownFieldsProps) {
  const name = field('displayName')
  const avatar = field('avatarUrl')
  return (
    <>
      <Field label="Display name" error={name.error} hint="How they appear beside what they post. Without one it is the username.">
        {(control) => <Input {...control} {...name.input} autoComplete="off" />}
      </Field>
      <Field label="Avatar URL" error={avatar.error} hint="The address of a picture. Without one they get their initials.">
        {(control) => <Input {...control} {...avatar.input} {...VERBATIM_INPUT_PROPS} inputMode="url" />}
      </Field>
    </>
  )
}
