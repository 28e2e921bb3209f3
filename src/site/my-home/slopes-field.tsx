/** Field for roof slopes with solar panels, with a row of controls for each. Its value is text such as `2.4:36:E:none;2.4:36:W:none`. */
import { useEffect, useId, useState } from 'react'
import type { FormField } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { getDefaultValue, parseRows, RowCells, SLOPE_CELLS } from '#site/tools/form/row-cells.tsx'
import * as styles from './my-home.module.css'

const MAX_SLOPES = 4

/** Values by column: size, pitch, direction and shade. */
type Slope = readonly string[]

const BLANK_SLOPE: Slope = SLOPE_CELLS.map(getDefaultValue)

/** Returns one blank slope if the text contains none. */
function parseSlopes(text: string): Slope[] {
  const rows = parseRows(text)
  return rows.length === 0 ? [BLANK_SLOPE] : rows.map((row) => BLANK_SLOPE.map((defaultValue, column) => row[column] || defaultValue))
}

/** Omits slopes with neither size nor pitch. Separators in a value are removed, because they would move the other values to the wrong column. */
const formatSlopes = (slopes: readonly Slope[]): string =>
  slopes
    .filter(([size = '', pitch = '']) => size.trim() !== '' || pitch.trim() !== '')
    .map((slope) => slope.map((value) => value.replaceAll(/[:;]/g, '').trim()).join(':'))
    .join(';')

interface SlopesFieldProps {
  label: string
  hint?: string | undefined
  field: FormField
  onChange: (text: string) => void
}

export function SlopesField({ label, hint, field: { input, error }, onChange }: SlopesFieldProps) {
  const id = useId()
  const [slopes, setSlopes] = useState(() => parseSlopes(input.value))
  // The form changes the value too, when the home is loaded, saved or deleted.
  const formSlopes = parseSlopes(input.value)
  if (formatSlopes(formSlopes) !== formatSlopes(slopes)) setSlopes(formSlopes)

  const [focusTarget, setFocusTarget] = useState<{ index: number }>()
  useEffect(() => {
    if (focusTarget) document.getElementById(`${id}-${focusTarget.index}`)?.focus()
  }, [id, focusTarget])

  const updateSlopes = (newSlopes: Slope[]) => {
    setSlopes(newSlopes)
    onChange(formatSlopes(newSlopes))
  }
  const changeValue = (index: number, column: number, value: string) =>
    updateSlopes(slopes.map((slope, slopeIndex) => (slopeIndex === index ? slope.with(column, value) : slope)))
  const addSlope = () => {
    updateSlopes([...slopes, BLANK_SLOPE])
    setFocusTarget({ index: slopes.length })
  }
  const removeSlope = (index: number) => {
    const otherSlopes = slopes.toSpliced(index, 1)
    updateSlopes(otherSlopes.length > 0 ? otherSlopes : [BLANK_SLOPE])
    setFocusTarget({ index: Math.max(0, index - 1) })
  }
  return (
    <fieldset className={styles.slopes} aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}>
      <legend>{label}</legend>
      <p id={`${id}-hint`} className="hint">
        {hint}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {/* Contains the value of the field. The controls of the rows have no names, so they are not submitted. */}
      <input type="hidden" name={input.name} value={input.value} />
      {slopes.map((slope, index) => (
        <div key={index} className={styles.slope} role="group" aria-label={`Slope ${index + 1}`}>
          <RowCells
            cells={SLOPE_CELLS}
            values={slope}
            isInvalid={error !== undefined}
            getControlProps={(value, column) => ({
              ...(column === 0 ? { id: `${id}-${index}` } : {}),
              value,
              onChange: ({ target }) => changeValue(index, column, target.value),
            })}
          />
          {(slopes.length > 1 || input.value !== '') && (
            <Button variant="quiet" size="s" onClick={() => removeSlope(index)}>
              Remove<span className="visuallyHidden"> slope {index + 1}</span>
            </Button>
          )}
        </div>
      ))}
      {slopes.length < MAX_SLOPES && (
        <p>
          <Button variant="quiet" size="s" onClick={addSlope}>
            <Icon name="plus" />
            Add another slope
          </Button>
        </p>
      )}
    </fieldset>
  )
}
