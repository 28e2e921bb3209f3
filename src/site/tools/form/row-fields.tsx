/** Input of several rows: roof slopes, surfaces or rooms. All cells share one field name; the server joins them into rows. */
import { useId, useState } from 'react'
import type { FormField } from '#features/tools/tool.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { FieldError, Input, Options, Select } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import * as styles from './tool-form.module.css'

interface Cell {
  label: string
  unit: string
  choices?: Record<string, string>
}

export const COMPASS = {
  S: 'South',
  SE: 'South-east',
  SW: 'South-west',
  E: 'East',
  W: 'West',
  NE: 'North-east',
  NW: 'North-west',
  N: 'North',
}
export const SHADE = { none: 'None', little: 'Little', modest: 'Modest', significant: 'Significant' }

const ROWS: Record<'slopes' | 'elements' | 'rooms', { rowLabel: string; cells: Cell[] }> = {
  slopes: {
    rowLabel: 'Slope',
    cells: [
      { label: 'Size', unit: 'kWp' },
      { label: 'Pitch', unit: '°' },
      { label: 'Direction', unit: '', choices: COMPASS },
      { label: 'Shade', unit: '', choices: SHADE },
    ],
  },
  elements: {
    rowLabel: 'Surface',
    cells: [
      { label: 'Area', unit: 'm²' },
      { label: 'U-value', unit: 'W/m²K' },
    ],
  },
  rooms: {
    rowLabel: 'Room',
    cells: [
      { label: 'Heat loss', unit: 'W' },
      { label: 'Radiators at ΔT 50', unit: 'W' },
      { label: 'Temperature', unit: '°C' },
    ],
  },
}

export function RowFields({ field: { name, label, text, max, error }, kind }: { field: FormField; kind: keyof typeof ROWS }) {
  const id = useId()
  const isMounted = useMounted()
  const { rowLabel, cells } = ROWS[kind]
  const rows = text.split(';').filter((row) => row.trim() !== '')
  const maxRows = max ?? rows.length + 1
  // One empty row more than are filled, so that a row can be added without JavaScript.
  const [shownCount, setShownCount] = useState(Math.min(maxRows, rows.length + 1))
  return (
    <fieldset className={styles.rows} aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}>
      <legend>{label}</legend>
      <p id={`${id}-hint`} className="hint">
        Leave the first field of a {rowLabel.toLowerCase()} blank to ignore it.
      </p>
      {Array.from({ length: Math.max(shownCount, Math.min(maxRows, rows.length)) }, (_, index) => (
        <div key={index} className={styles.row} role="group" aria-label={`${rowLabel} ${index + 1}`}>
          <b className="num" aria-hidden="true">
            {index + 1}
          </b>
          {cells.map((cell, column) => (
            <label key={cell.label}>
              <span>
                {cell.label}
                {cell.unit && <span className={styles.unit}>{` ${cell.unit}`}</span>}
              </span>
              <CellControl name={name} cell={cell} text={rows[index]?.split(':')[column]?.trim() ?? ''} isInvalid={error !== null} />
            </label>
          ))}
        </div>
      ))}
      {isMounted && shownCount < maxRows && (
        <Button variant="quiet" size="s" onClick={() => setShownCount(shownCount + 1)}>
          <Icon name="plus" />
          Another {rowLabel.toLowerCase()}
        </Button>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

function CellControl({ name, cell: { choices }, text, isInvalid }: { name: string; cell: Cell; text: string; isInvalid: boolean }) {
  if (!choices)
    return (
      <Input name={name} defaultValue={text} inputMode="decimal" autoComplete="off" className="num" aria-invalid={isInvalid || undefined} />
    )
  return (
    <Select name={name} defaultValue={text === '' ? Object.keys(choices)[0] : text}>
      <Options of={Object.entries(choices)} />
    </Select>
  )
}
