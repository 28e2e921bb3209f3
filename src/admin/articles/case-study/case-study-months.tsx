/** Table of twelve months of meter readings, into which rows of a spreadsheet can be pasted. */
import type { ClipboardEvent } from 'react'
import type { FieldControl } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/field.tsx'
import { ScrollRegion } from '#ui/lists/scroll-region.tsx'
import { MONTH_NAMES } from '#wording/month-names.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { CASE_STUDY_COLUMNS, splitMonths, toNumber, writeMonths } from './case-study-draft.ts'
import * as styles from './case-study.module.css'

interface CaseStudyMonthsProps {
  control: FieldControl
  months: string
  onChange: (months: string) => void
}

export function CaseStudyMonths({ control, months, onChange }: CaseStudyMonthsProps) {
  const { number } = useWording()
  const cells = splitMonths(months)
  const paste = (event: ClipboardEvent, month: number, column: number) => {
    const rows = readCells(event.clipboardData.getData('text/plain'))
    if (rows.length <= 1 && (rows[0]?.length ?? 0) <= 1) return
    event.preventDefault()
    onChange(writeMonths(months, month, column, rows))
  }
  return (
    <ScrollRegion label="Meter readings in kWh" role="group" className={styles.months}>
      <table aria-describedby={control['aria-describedby']}>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {CASE_STUDY_COLUMNS.map(([quantity, label]) => (
              <th key={quantity} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {MONTH_NAMES.map((name, month) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {CASE_STUDY_COLUMNS.map(([quantity, label], column) => {
                const text = cells[month]?.[column] ?? ''
                const isInvalid =
                  Number.isNaN(toNumber(text) ?? 0) || (control['aria-invalid'] === true && quantity === 'bought' && text === '')
                return (
                  <td key={quantity}>
                    <Input
                      id={month === 0 && column === 0 ? control.id : undefined}
                      aria-label={`${name}, ${label}`}
                      aria-invalid={isInvalid || (control['aria-invalid'] && month === 0 && column === 0) || undefined}
                      inputMode="decimal"
                      autoComplete="off"
                      value={text}
                      onChange={({ target }) => onChange(writeMonths(months, month, column, [[target.value.replaceAll(/[\t\n]/g, ' ')]]))}
                      onPaste={(event) => paste(event, month, column)}
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Year</th>
            {CASE_STUDY_COLUMNS.map(([quantity], column) => {
              const readings = cells.map((row) => toNumber(row[column]))
              const total = readings.reduce<number>((sum, kwh) => sum + (kwh ?? 0), 0)
              return <td key={quantity}>{readings.every((kwh) => kwh === undefined) || Number.isNaN(total) ? '' : number(total)}</td>
            })}
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  )
}

/** Splits copied cells of a spreadsheet: rows by line, cells by tab. */
const readCells = (text: string): string[][] =>
  text
    .replaceAll('\r', '')
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => line.split('\t'))
