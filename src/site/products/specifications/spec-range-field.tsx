/** Range filter for one spec: a slider with two thumbs and two number inputs. A thumb at its end sets no limit. */
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
  spec: ProductSpec
  range: RangeValue | undefined
  /** Called with undefined when both limits are cleared. */
  onChange: (range: RangeValue | undefined) => void
}

const SEPARATOR = ' to '
const formatRangeText = ({ min, max }: RangeValue = {}): string => `${min ?? ''}${SEPARATOR}${max ?? ''}`
/** Largest absolute limit that a URL parameter accepts. */
const MAX_LIMIT = 999_999_999_999

export function SpecRangeField({ spec, range, onChange }: SpecRangeFieldProps) {
  const { key, label, unit, isPrice, step, count } = spec
  const { symbol, number, nounFor } = useWording()
  // Both limits are one text, so that useSearchInput debounces the update of the URL.
  const { words, type } = useSearchInput(formatRangeText(range).trim(), (text) => {
    const next = parseRange(text)
    if (!isCrossed(next)) onChange(next.min === undefined && next.max === undefined ? undefined : next)
  })
  const current = parseRange(words)
  const low = clamp(spec, current.min ?? spec.min)
  const high = clamp(spec, current.max ?? spec.max)
  const unitLabel = isPrice ? symbol : unit
  const formatValue = (value: number) => (isPrice ? `${symbol}${number(value)}` : number(value) + formatUnitSuffix(unit ?? ''))
  const update = (change: RangeValue) => type(formatRangeText({ ...current, ...change }))
  const changeInput = (end: 'min' | 'max', value: number) => update({ [end]: Number.isNaN(value) ? undefined : roundForUrl(value) })
  const moveThumb = (end: 'min' | 'max', value: number) => {
    const clamped = end === 'min' ? Math.min(value, high) : Math.max(value, low)
    update({ [end]: clamped === spec[end] ? undefined : clamped })
  }
  const percent = (value: number) => ((value - spec.min) / (spec.max - spec.min)) * 100

  return (
    <fieldset className={styles.figureRange}>
      <legend>
        {label}
        {unitLabel && <small> {unitLabel}</small>}
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
            // In the right half the lower thumb is on top, so that it can be dragged when both overlap.
            className={end === 'min' && percent(low) > 50 ? styles.isUpper : undefined}
            aria-label={`${label}, ${END_LABELS[end]}`}
            aria-valuetext={formatValue(end === 'min' ? low : high)}
            min={spec.min}
            max={spec.max}
            step={step}
            value={end === 'min' ? low : high}
            onChange={(event) => moveThumb(end, event.target.valueAsNumber)}
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
              aria-label={[label, END_LABELS[end], unitLabel].filter(Boolean).join(', ')}
              aria-invalid={isCrossed(current) || undefined}
              aria-describedby={isCrossed(current) ? `${key}-crossed` : undefined}
              min={Math.min(0, spec.min)}
              step="any"
              placeholder={number(spec[end])}
              value={current[end] ?? ''}
              onChange={({ target }) => changeInput(end, target.valueAsNumber)}
            />
          </label>
        ))}
      </div>
      <p className="hint" id={`${key}-crossed`}>
        {isCrossed(current) ? 'The minimum is above the maximum.' : `${count} ${nounFor(count, NOUNS.product)}`}
      </p>
    </fieldset>
  )
}

const END_LABELS = { min: 'at least', max: 'at most' }

function parseRange(text: string): RangeValue {
  const [min, max] = ` ${text} `.split(SEPARATOR).map((end) => (end.trim() === '' ? undefined : Number(end)))
  return { min, max }
}

/** Rounds to three decimals and limits the size, so that the number is written without an exponent. */
const roundForUrl = (value: number): number => Math.round(Math.min(MAX_LIMIT, Math.max(-MAX_LIMIT, value)) * 1000) / 1000

const isCrossed = ({ min, max }: RangeValue): boolean => min !== undefined && max !== undefined && min > max
const clamp = ({ min, max }: ProductSpec, value: number): number => Math.min(max, Math.max(min, value))
