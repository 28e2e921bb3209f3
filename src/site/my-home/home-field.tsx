import type { FormField } from '#platform/client/forms/form.client.ts'
import { Field, FieldError, Input, Options, Select } from '#ui/forms/field.tsx'
import { InputLabel } from '#site/tools/form/input-label.tsx'
import { RowFields } from '#site/tools/form/row-fields.tsx'
import type { HomeQuestion } from './home-questions.ts'
import * as styles from './my-home.module.css'

const MAX_SLOPES = 4

interface HomeFieldProps {
  question: HomeQuestion
  field: FormField
  onChange: (text: string) => void
}

export function HomeFieldControl({ question, field, onChange }: HomeFieldProps) {
  const { label, unit = '', hint, choices, isList, isSlopes } = question
  if (isSlopes) {
    const { input, error } = field
    return (
      <RowFields
        kind="slopes"
        name={input.name}
        label={label}
        hint={hint}
        text={input.value}
        maxRows={MAX_SLOPES}
        error={error}
        onChange={onChange}
      />
    )
  }
  if (isList) return <CheckboxGroup question={question} field={field} onChange={onChange} />
  return (
    <Field label={<InputLabel label={label} unit={unit} />} hint={hint} error={field.error}>
      {(control) =>
        choices ? (
          <Select {...control} {...field.input}>
            <option value="">Not specified</option>
            <Options of={Object.entries(choices)} />
          </Select>
        ) : (
          <Input {...control} {...field.input} autoComplete={question.field === 'postcode' ? 'postal-code' : 'off'} />
        )
      }
    </Field>
  )
}

function CheckboxGroup({ question: { label, choices = {} }, field: { input, error }, onChange }: HomeFieldProps) {
  const checkedValues = input.value.split(',').filter((value) => value !== '')
  return (
    <fieldset className={styles.boxes}>
      <legend>{label}</legend>
      {Object.entries(choices).map(([value, choiceLabel]) => (
        <label key={value}>
          <input
            type="checkbox"
            name={input.name}
            checked={checkedValues.includes(value)}
            onChange={({ target }) =>
              onChange((target.checked ? [...checkedValues, value] : checkedValues.filter((other) => other !== value)).join(','))
            }
          />
          {choiceLabel}
        </label>
      ))}
      {error && <FieldError id={`${input.name}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
