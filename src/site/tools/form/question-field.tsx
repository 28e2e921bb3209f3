/** Question with a drawing, answered by radio buttons. They work without JavaScript. */
import { useId } from 'react'
import type { FormField } from '#features/tools/tool.client.ts'
import { FieldError } from '#ui/forms/field.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import * as styles from './question-field.module.css'

export function QuestionField({ field: { name, label, choices, text, help, error, picture } }: { field: FormField }) {
  const id = useId()
  const describedBy = [help ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <fieldset className={styles.question} aria-describedby={describedBy || undefined}>
      <legend>{label}</legend>
      <div className={styles.body}>
        {picture && <Picture src={`/art/${picture}.svg`} alt="" ratio="320/224" className={styles.picture} />}
        <div className={styles.answers}>
          {help && (
            <p id={`${id}-hint`} className="hint">
              {help}
            </p>
          )}
          <div className={styles.choices}>
            {choices.map(({ value, label: choiceLabel }) => (
              <label key={value} className={styles.choice}>
                <input type="radio" name={name} value={value} defaultChecked={value === text} />
                {choiceLabel}
              </label>
            ))}
          </div>
        </div>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
