import { useState } from 'react'
import type { FormField } from '#platform/client/forms/form.client.ts'
import { Field, Input } from '#ui/forms/field.tsx'
import { estimateStrength } from './password-strength.policy.ts'
import * as styles from '#features/accounts/account-form.module.css'

const STRENGTHS = [styles.strength0, styles.strength1, styles.strength2, styles.strength3]

interface PasswordFieldProps {
  label?: string
  field: FormField
  /** Shows a strength hint; set for new passwords only. `guessableWords` are words such as the username. */
  strengthCheck?: { guessableWords: string[] }
}

/** Renders a password input with a button that shows or hides the password. */
export function PasswordField({ label = 'Password', field: { input, error }, strengthCheck: chosen }: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false)
  const strength = chosen && estimateStrength(input.value, chosen.guessableWords)
  return (
    <Field label={label} hint={strength && <Hint {...strength} />} error={error} required>
      {(control) => (
        <span className={styles.password}>
          <Input
            {...control}
            {...input}
            type={isVisible ? 'text' : 'password'}
            autoComplete={chosen ? 'new-password' : 'current-password'}
            autoCapitalize={isVisible ? 'none' : undefined}
            autoCorrect="off"
            spellCheck={false}
          />
          <button type="button" aria-controls={control.id} onClick={() => setVisible(!isVisible)}>
            {isVisible ? 'Hide' : 'Show'}
            <span className="visuallyHidden"> {label.toLowerCase()}</span>
          </button>
        </span>
      )}
    </Field>
  )
}

function Hint({ level, hint }: ReturnType<typeof estimateStrength>) {
  return (
    <span className={`${styles.strength} ${STRENGTHS[level]}`}>
      <span className={styles.strengthBars} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {hint}
    </span>
  )
}
