/** Roof slopes with solar panels, one row of fields each. The form's value is their text, such as `2.4:36:E:none;2.4:36:W:none`. */
import { useEffect, useId, useState, type ReactNode } from 'react'
import type { FormField } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { FieldError, Input, Options, Select } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { InputLabel } from '#site/tools/form/tool-fields.tsx'
import { COMPASS, SHADE } from '#site/tools/form/row-fields.tsx'
import * as styles from './my-home.module.css'

const MAX_SLOPES = 4

interface Slope {
  size: string
  pitch: string
  direction: string
  shade: string
}

const BLANK: Slope = { size: '', pitch: '', direction: 'S', shade: 'none' }

function parseSlopes(text: string): Slope[] {
  const rows = text.split(';').filter((row) => row.trim() !== '')
  if (rows.length === 0) return [BLANK]
  return rows.map((row) => {
    const [size = '', pitch = '', direction = '', shade = ''] = row.split(':').map((cell) => cell.trim())
    return { size, pitch, direction: direction || BLANK.direction, shade: shade || BLANK.shade }
  })
}

/** Leaves out blank slopes. Separators are removed from the cells, as they would shift the others. */
const formatSlopes = (slopes: readonly Slope[]): string =>
  slopes
    .filter(({ size, pitch }) => size.trim() !== '' || pitch.trim() !== '')
    .map(({ size, pitch, direction, shade }) =>
      [size, pitch, direction, shade].map((cell) => cell.replaceAll(/[:;]/g, '').trim()).join(':'),
    )
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
  // The value also changes from outside: when the home is loaded, saved or deleted.
  const stored = parseSlopes(input.value)
  if (formatSlopes(stored) !== formatSlopes(slopes)) setSlopes(stored)

  const [focusTarget, setFocusTarget] = useState<{ index: number }>()
  useEffect(() => {
    if (focusTarget) document.getElementById(`${id}-${focusTarget.index}`)?.focus()
  }, [id, focusTarget])

  const update = (next: Slope[]) => {
    setSlopes(next)
    onChange(formatSlopes(next))
  }
  const change = (index: number, part: Partial<Slope>) => update(slopes.map((slope, at) => (at === index ? { ...slope, ...part } : slope)))
  const add = () => {
    update([...slopes, BLANK])
    setFocusTarget({ index: slopes.length })
  }
  const remove = (index: number) => {
    const others = slopes.filter((_, at) => at !== index)
    update(others.length > 0 ? others : [BLANK])
    setFocusTarget({ index: Math.max(0, index - 1) })
  }
  const isInvalid = error !== undefined || undefined
  return (
    <fieldset className={styles.slopes} aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}>
      <legend>{label}</legend>
      <p id={`${id}-hint`} className="hint">
        {hint}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {/* The raw value, which a form that is submitted without JavaScript contains. */}
      <input type="hidden" name={input.name} value={input.value} />
      {slopes.map(({ size, pitch, direction, shade }, index) => (
        <div key={index} className={styles.slope} role="group" aria-label={`Slope ${index + 1}`}>
          <Cell label="Size" unit="kWp">
            <Input
              id={`${id}-${index}`}
              value={size}
              inputMode="decimal"
              autoComplete="off"
              className="num"
              aria-invalid={isInvalid}
              onChange={({ target }) => change(index, { size: target.value })}
            />
          </Cell>
          <Cell label="Pitch" unit="°">
            <Input
              value={pitch}
              inputMode="decimal"
              autoComplete="off"
              className="num"
              aria-invalid={isInvalid}
              onChange={({ target }) => change(index, { pitch: target.value })}
            />
          </Cell>
          <Cell label="Direction">
            <Select value={direction} onChange={({ target }) => change(index, { direction: target.value })}>
              <Options of={Object.entries(COMPASS)} />
            </Select>
          </Cell>
          <Cell label="Shade">
            <Select value={shade} onChange={({ target }) => change(index, { shade: target.value })}>
              <Options of={Object.entries(SHADE)} />
            </Select>
          </Cell>
          {(slopes.length > 1 || input.value !== '') && (
            <Button variant="quiet" size="s" onClick={() => remove(index)}>
              Remove<span className="visuallyHidden"> slope {index + 1}</span>
            </Button>
          )}
        </div>
      ))}
      {slopes.length < MAX_SLOPES && (
        <p>
          <Button variant="quiet" size="s" onClick={add}>
            <Icon name="plus" />
            Add another slope
          </Button>
        </p>
      )}
    </fieldset>
  )
}

const Cell = ({ label, unit = '', children }: { label: string; unit?: string; children: ReactNode }) => (
  <label>
    <span>
      <InputLabel label={label} unit={unit} />
    </span>
    {children}
  </label>
)
