import { useState } from 'react'
import type { FormField } from '#platform/client/forms/form.client.ts'
import { Field, Input } from '#ui/forms/field.tsx'
import { estimateStrength } from './password-strength.policy.ts'
import * as styles from '#features/accounts/account-form.module.css'

const STRENGTHS = [styles.strength0, styles.strength1, styles.strength2, styles.strength3]

interface PasswordFieldProps {
  label?: string
  field: FormField
  /** For a password that is being chosen: a hint on its strength. `own` are words that others know. */
  chosen?: { own: string[] }
}

/** A password, which can be looked at. */
export function PasswordField({ label = 'Password', field: { input, error }, chosen }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const strength = chosen && estimateStrength(input.value, chosen.own)
  return (
    <Field label={label} hint={strength && <Hint {...strength} />} error={error} required>
      {(control) => (
        <span className={styles.password}>
          <Input
            {...control}
            {...input}
            type={shown ? 'text' : 'password'}
            autoComplete={chosen ? 'new-password' : 'current-password'}
            autoCapitalize={shown ? 'none' : undefined}
            autoCorrect="off"
            spellCheck={false}
          />
          <button type="button" aria-controls={control.id} onClick={() => setShown(!shown)}>
            {shown ? 'Hide' : 'Show'}
            <span className="visuallyHidden"> {label.toLowerCase()}</span>
          </button>
        </span>
      )}
    </Field>
  )
}

function Hint({ level, words }: ReturnType<typeof estimateStrength>) {
  return (
    <span className={`${styles.strength} ${STRENGTHS[level]}`}>
      <span className={styles.strengthBars} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {words}
    </span>
  )
}
