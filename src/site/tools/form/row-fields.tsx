/** An input of several rows: the slopes of a roof, the surfaces of a house, its rooms. Each cell is a field of the same name; the server puts them together. */
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

const COMPASS = {
  S: 'South',
  SE: 'South-east',
  SW: 'South-west',
  E: 'East',
  W: 'West',
  NE: 'North-east',
  NW: 'North-west',
  N: 'North',
}
const SHADE = { none: 'None', little: 'Little', modest: 'Modest', significant: 'Significant' }

const ROWS: Record<'slopes' | 'elements' | 'rooms', { one: string; cells: Cell[] }> = {
  slopes: {
    one: 'Slope',
    cells: [
      { label: 'Panels', unit: 'kWp' },
      { label: 'Pitch', unit: '°' },
      { label: 'Faces', unit: '', choices: COMPASS },
      { label: 'Shade', unit: '', choices: SHADE },
    ],
  },
  elements: {
    one: 'Surface',
    cells: [
      { label: 'Area', unit: 'm²' },
      { label: 'U', unit: 'W/m²K' },
    ],
  },
  rooms: {
    one: 'Room',
    cells: [
      { label: 'Heat loss', unit: 'W' },
      { label: 'Radiators at ΔT 50', unit: 'W' },
      { label: 'Warmth', unit: '°C' },
    ],
  },
}

export function RowFields({ field: { name, label, text, max, error }, kind }: { field: FormField; kind: keyof typeof ROWS }) {
  const id = useId()
  const isMounted = useMounted()
  const { one, cells } = ROWS[kind]
  const rows = text.split(';').filter((row) => row.trim() !== '')
  const most = max ?? rows.length + 1
  // One more than there are: without a script it is the way to add one.
  const [shown, show] = useState(Math.min(most, rows.length + 1))
  return (
    <fieldset className={styles.rows} aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}>
      <legend>{label}</legend>
      <p id={`${id}-hint`} className="hint">
        A {one.toLowerCase()} whose first field is empty does not count.
      </p>
      {Array.from({ length: Math.max(shown, Math.min(most, rows.length)) }, (_, at) => (
        <div key={at} className={styles.row} role="group" aria-label={`${one} ${at + 1}`}>
          <b className="num" aria-hidden="true">
            {at + 1}
          </b>
          {cells.map((cell, place) => (
            <label key={cell.label}>
              <span>
                {cell.label}
                {cell.unit && <span className={styles.unit}>{` ${cell.unit}`}</span>}
              </span>
              <CellControl name={name} cell={cell} text={rows[at]?.split(':')[place]?.trim() ?? ''} isInvalid={error !== null} />
            </label>
          ))}
        </div>
      ))}
      {isMounted && shown < most && (
        <Button variant="quiet" size="s" onClick={() => show(shown + 1)}>
          <Icon name="plus" />
          Another {one.toLowerCase()}
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
