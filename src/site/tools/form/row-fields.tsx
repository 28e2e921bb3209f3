/** Input that consists of rows: roof slopes, surfaces or rooms. All its controls have the same name; the server joins their values into rows. */
import { useId, useState } from 'react'
import type { FormField } from '#features/tools/tool.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { parseRows, RowCells, SLOPE_CELLS, type RowCell } from './row-cells.tsx'
import * as styles from './tool-form.module.css'

const ROW_KINDS: Record<'slopes' | 'elements' | 'rooms', { rowLabel: string; cells: RowCell[] }> = {
  slopes: { rowLabel: 'Slope', cells: SLOPE_CELLS },
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

export function RowFields({ field: { name, label, text, max, error }, kind }: { field: FormField; kind: keyof typeof ROW_KINDS }) {
  const id = useId()
  const isMounted = useMounted()
  const { rowLabel, cells } = ROW_KINDS[kind]
  const rows = parseRows(text)
  const maxRows = max ?? rows.length + 1
  // At first there is one blank row after the filled rows, so that a row can be added without JavaScript.
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
          <RowCells
            cells={cells}
            values={rows[index] ?? []}
            isInvalid={error !== null}
            getControlProps={(defaultValue) => ({ name, defaultValue })}
          />
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
