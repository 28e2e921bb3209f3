/**
 * Input that consists of rows: roof slopes, surfaces or rooms. Its controls are uncontrolled. In a tool they all have the name of the input, and
 * the server joins their values into rows; with `onChange` their joined text is passed on instead, and rows can be removed.
 */
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { joinRows, parseRows, RowCells, SLOPE_CELLS, type RowCell } from './row-cells.tsx'
import * as styles from './row-fields.module.css'

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

interface Row {
  /** Key of the row, which stays the same if rows before it are removed. */
  id: number
  values: readonly string[]
}

interface RowFieldsProps {
  kind: keyof typeof ROW_KINDS
  name: string
  label: string
  hint?: string | undefined
  /** Text of the input, such as `2.4:36:E:none;2.4:36:W:none`. */
  text: string
  maxRows: number
  error: string | null | undefined
  /** Called with the text after each change. */
  onChange?: ((text: string) => void) | undefined
}

export function RowFields({ kind, name, label, hint, text, maxRows, error, onChange }: RowFieldsProps) {
  const id = useId()
  const isMounted = useMounted()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const { rowLabel, cells } = ROW_KINDS[kind]
  // In a tool there is one blank row after the filled ones, so that a row can be added without JavaScript.
  const createRows = (firstId: number): Row[] => {
    const filled = parseRows(text)
    const count = Math.min(maxRows, onChange ? Math.max(1, filled.length) : filled.length + 1)
    return Array.from({ length: Math.max(count, filled.length) }, (_, index) => ({ id: firstId + index, values: filled[index] ?? [] }))
  }
  const [state, setState] = useState(() => ({ rows: createRows(0), nextId: 100, text }))
  // The owner of the text changes it too, such as when a saved home is loaded or deleted. The fields are created again with the new values.
  if (onChange && text !== state.text) setState({ rows: createRows(state.nextId), nextId: state.nextId + 100, text })

  const [focusTarget, setFocusTarget] = useState<{ index: number }>()
  useEffect(() => {
    if (focusTarget) fieldset.current?.querySelectorAll<HTMLElement>('[role="group"]')[focusTarget.index]?.querySelector('input')?.focus()
  }, [focusTarget])

  const readRow = (row: Element) => [...row.querySelectorAll('input, select')].map((control) => (control as HTMLInputElement).value)
  /** Passes the text of the rows on. @param removedIndex row that is about to be removed */
  const publish = (rows: readonly Row[], removedIndex?: number) => {
    const values = [...(fieldset.current?.querySelectorAll('[role="group"]') ?? [])]
      .map(readRow)
      .filter((_, index) => index !== removedIndex)
    const newText = joinRows(values)
    setState((current) => ({ ...current, rows: [...rows], nextId: current.nextId + 1, text: newText }))
    onChange?.(newText)
  }
  const addRow = () => {
    setState(({ rows, nextId, ...others }) => ({ ...others, rows: [...rows, { id: nextId, values: [] }], nextId: nextId + 1 }))
    setFocusTarget({ index: state.rows.length })
  }
  const removeRow = (index: number) => {
    const others = state.rows.toSpliced(index, 1)
    publish(others.length > 0 ? others : [{ id: state.nextId, values: [] }], index)
    setFocusTarget({ index: Math.max(0, index - 1) })
  }
  const rowName = rowLabel.toLowerCase()
  return (
    <fieldset
      ref={fieldset}
      className={styles.rows}
      aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
      onChange={onChange && (() => publish(state.rows))}
    >
      <legend>{label}</legend>
      <p id={`${id}-hint`} className="hint">
        {hint ?? `Leave the first field of a ${rowName} blank to ignore it.`}
      </p>
      {state.rows.map((row, index) => (
        <div key={row.id} className={styles.row} role="group" aria-label={`${rowLabel} ${index + 1}`}>
          <b className="num" aria-hidden="true">
            {index + 1}
          </b>
          <div className={styles.cells}>
            <RowCells
              cells={cells}
              values={row.values}
              isInvalid={Boolean(error)}
              getControlProps={(defaultValue) => ({ defaultValue, ...(onChange ? {} : { name }) })}
            />
            {onChange && (state.rows.length > 1 || text !== '') && (
              <Button variant="quiet" size="s" onClick={() => removeRow(index)}>
                Remove
                <span className="visuallyHidden">
                  {' '}
                  {rowName} {index + 1}
                </span>
              </Button>
            )}
          </div>
        </div>
      ))}
      {isMounted && state.rows.length < maxRows && (
        <p>
          <Button variant="quiet" size="s" onClick={addRow}>
            <Icon name="plus" />
            Add another {rowName}
          </Button>
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
