/** Layout and parsing of inputs that consist of rows, such as roof slopes. `;` separates the rows in their text, and `:` the cells of a row. */
import { Input, Options, Select } from '#ui/forms/field.tsx'
import { InputLabel } from './input-label.tsx'

export interface RowCell {
  label: string
  unit: string
  /** Labels by value. The first choice is the default. */
  choices?: Record<string, string>
}

export const SLOPE_CELLS: RowCell[] = [
  { label: 'Size', unit: 'kWp' },
  { label: 'Pitch', unit: '°' },
  {
    label: 'Direction',
    unit: '',
    choices: {
      S: 'South',
      SE: 'South-east',
      SW: 'South-west',
      E: 'East',
      W: 'West',
      NE: 'North-east',
      NW: 'North-west',
      N: 'North',
    },
  },
  { label: 'Shade', unit: '', choices: { none: 'None', little: 'Little', modest: 'Modest', significant: 'Significant' } },
]

/** Returns the rows of the text as lists of cells. Blank rows are omitted. */
export const parseRows = (text: string): string[][] =>
  text
    .split(';')
    .filter((row) => row.trim() !== '')
    .map((row) => row.split(':').map((cell) => cell.trim()))

/** Joins rows to a text. Rows whose first two cells are blank are omitted. Separators within a cell would move the cells after it, so they are removed. */
export const joinRows = (rows: readonly (readonly string[])[]): string =>
  rows
    .filter(([first = '', second = '']) => first.trim() !== '' || second.trim() !== '')
    .map((row) => row.map((cell) => cell.replaceAll(/[:;]/g, '').trim()).join(':'))
    .join(';')

/** Returns the default of a cell: its first choice, or an empty text if it has no choices. */
const getDefaultValue = ({ choices = {} }: RowCell): string => Object.keys(choices)[0] ?? ''

interface ControlProps {
  name?: string
  defaultValue: string
}

interface RowCellsProps {
  cells: readonly RowCell[]
  /** Values by column. A missing or blank value of a select means its default. */
  values: readonly string[]
  isInvalid: boolean
  getControlProps: (defaultValue: string) => ControlProps
}

/** Renders the labelled controls of a row. */
export function RowCells({ cells, values, isInvalid, getControlProps }: RowCellsProps) {
  return cells.map((cell, column) => {
    const value = values[column] || getDefaultValue(cell)
    const controlProps = getControlProps(value)
    return (
      <label key={cell.label}>
        <span>
          <InputLabel label={cell.label} unit={cell.unit} />
        </span>
        {cell.choices ? (
          <Select {...controlProps}>
            {/* An unknown value of a URL is shown too, so that the visitor sees what the error is about. */}
            {!Object.hasOwn(cell.choices, value) && <option value={value}>{value}</option>}
            <Options of={Object.entries(cell.choices)} />
          </Select>
        ) : (
          <Input {...controlProps} inputMode="decimal" autoComplete="off" className="num" aria-invalid={isInvalid || undefined} />
        )}
      </label>
    )
  })
}
