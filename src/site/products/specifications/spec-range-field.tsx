/** One figure with its least and most: two thumbs on one line, and the same as numbers to type. At its end a thumb asks for nothing. */
import type { ProductSpec } from '#features/products/product.client.ts'
import { formatUnitSuffix } from '#features/products/specifications/units.policy.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { useSearchInput } from '#ui/forms/use-search-input.ts'
import { NOUNS } from '#wording/nouns.ts'
import * as styles from './spec-filters.module.css'

export interface RangeValue {
  min?: number | undefined
  max?: number | undefined
}

interface SpecRangeFieldProps {
  figure: ProductSpec
  range: RangeValue | undefined
  /** Gets undefined when the figure is free again. */
  onChange: (range: RangeValue | undefined) => void
}

const BETWEEN = ' to '
const asText = ({ min, max }: RangeValue = {}): string => `${min ?? ''}${BETWEEN}${max ?? ''}`
/** As much as an address can say. */
const LARGEST = 999_999_999_999

export function SpecRangeField({ figure, range, onChange }: SpecRangeFieldProps) {
  const { key, label, unit, isPrice, step, count } = figure
  const { symbol, number, nounFor } = useWording()
  // Both ends are one text, which is written to the address after a pause.
  const { words, type } = useSearchInput(asText(range).trim(), (text) => {
    const next = read(text)
    if (!isCrossed(next)) onChange(next.min === undefined && next.max === undefined ? undefined : next)
  })
  const now = read(words)
  const low = within(figure, now.min ?? figure.min)
  const high = within(figure, now.max ?? figure.max)
  const measure = isPrice ? symbol : unit
  const say = (value: number) => (isPrice ? `${symbol}${number(value)}` : number(value) + formatUnitSuffix(unit ?? ''))
  const set = (change: RangeValue) => type(asText({ ...now, ...change }))
  const write = (end: 'min' | 'max', value: number) => set({ [end]: Number.isNaN(value) ? undefined : sayable(value) })
  const slide = (end: 'min' | 'max', value: number) => {
    const kept = end === 'min' ? Math.min(value, high) : Math.max(value, low)
    set({ [end]: kept === figure[end] ? undefined : kept })
  }
  const percent = (value: number) => ((value - figure.min) / (figure.max - figure.min)) * 100

  return (
    <fieldset className={styles.figureRange}>
      <legend>
        {label}
        {measure && <small> {measure}</small>}
      </legend>
      <div className={styles.rangeLine}>
        <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect className={styles.rangeAll} width="100" height="4" />
          <rect className={styles.rangeChosen} x={percent(low)} width={Math.max(0, percent(high) - percent(low))} height="4" />
        </svg>
        {(['min', 'max'] as const).map((end) => (
          <input
            key={end}
            type="range"
            // Where both thumbs lie on the far half, the lower one must be the one to be had.
            className={end === 'min' && percent(low) > 50 ? styles.isUpper : undefined}
            aria-label={`${label}, ${NAMES[end]}`}
            aria-valuetext={say(end === 'min' ? low : high)}
            min={figure.min}
            max={figure.max}
            step={step}
            value={end === 'min' ? low : high}
            onChange={(event) => slide(end, event.target.valueAsNumber)}
          />
        ))}
      </div>
      <div className={styles.rangeNumbers}>
        {(['min', 'max'] as const).map((end) => (
          <label key={end}>
            <span>{end === 'min' ? 'At least' : 'At most'}</span>
            <input
              className="control num"
              type="number"
              inputMode="decimal"
              name={`${key}_${end}`}
              aria-label={[label, NAMES[end], measure].filter(Boolean).join(', ')}
              aria-invalid={isCrossed(now) || undefined}
              aria-describedby={isCrossed(now) ? `${key}-crossed` : undefined}
              min={Math.min(0, figure.min)}
              step="any"
              placeholder={number(figure[end])}
              value={now[end] ?? ''}
              onChange={({ target }) => write(end, target.valueAsNumber)}
            />
          </label>
        ))}
      </div>
      <p className="hint" id={`${key}-crossed`}>
        {isCrossed(now) ? 'The least is above the most.' : `${count} ${nounFor(count, NOUNS.productStatesIt)}`}
      </p>
    </fieldset>
  )
}

const NAMES = { min: 'at least', max: 'at most' }

function read(text: string): RangeValue {
  const [min, max] = ` ${text} `.split(BETWEEN).map((end) => (end.trim() === '' ? undefined : Number(end)))
  return { min, max }
}

/** Three decimals at most, and never with an exponent. */
const sayable = (value: number): number => Math.round(Math.min(LARGEST, Math.max(-LARGEST, value)) * 1000) / 1000

const isCrossed = ({ min, max }: RangeValue): boolean => min !== undefined && max !== undefined && min > max
const within = ({ min, max }: ProductSpec, value: number): number => Math.min(max, Math.max(min, value))
