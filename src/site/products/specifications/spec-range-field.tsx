/** Range filter for one spec: a slider with two thumbs and two number inputs. A thumb at the end of the slider sets no limit. */
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
/** Limits in the URL lie between -MAX_LIMIT and MAX_LIMIT. */
const MAX_LIMIT = 999_999_999_999

export function SpecRangeField({ spec, range, onChange }: SpecRangeFieldProps) {
  const { key, label, unit, isPrice, step, count } = spec
  const { symbol, number, nounFor } = useWording()
  // `useSearchInput` debounces one text, so both limits are joined into "min to max".
  const { text, setText } = useSearchInput(formatRangeText(range).trim(), (text) => {
    const newRange = parseRange(text)
    if (!isMinAboveMax(newRange)) onChange(newRange.min === undefined && newRange.max === undefined ? undefined : newRange)
  })
  const currentRange = parseRange(text)
  const low = clamp(spec, currentRange.min ?? spec.min)
  const high = clamp(spec, currentRange.max ?? spec.max)
  const unitLabel = isPrice ? symbol : unit
  const formatValue = (value: number) => (isPrice ? `${symbol}${number(value)}` : number(value) + formatUnitSuffix(unit ?? ''))
  const changeRange = (change: RangeValue) => setText(formatRangeText({ ...currentRange, ...change }))
  const changeInput = (end: 'min' | 'max', value: number) => changeRange({ [end]: Number.isNaN(value) ? undefined : roundForUrl(value) })
  const moveThumb = (end: 'min' | 'max', value: number) => {
    const clamped = end === 'min' ? Math.min(value, high) : Math.max(value, low)
    changeRange({ [end]: clamped === spec[end] ? undefined : clamped })
  }
  const toPercent = (value: number) => ((value - spec.min) / (spec.max - spec.min)) * 100

  return (
    <fieldset className={styles.figureRange}>
      <legend>
        {label}
        {unitLabel && <small> {unitLabel}</small>}
      </legend>
      <div className={styles.rangeLine}>
        <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect className={styles.rangeAll} width="100" height="4" />
          <rect className={styles.rangeChosen} x={toPercent(low)} width={Math.max(0, toPercent(high) - toPercent(low))} height="4" />
        </svg>
        {(['min', 'max'] as const).map((end) => (
          <input
            key={end}
            type="range"
            // The thumb for the minimum is on top in the right half, so that it can be dragged when both thumbs overlap there.
            className={end === 'min' && toPercent(low) > 50 ? styles.isUpper : undefined}
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
              aria-invalid={isMinAboveMax(currentRange) || undefined}
              aria-describedby={isMinAboveMax(currentRange) ? `${key}-crossed` : undefined}
              min={Math.min(0, spec.min)}
              step="any"
              placeholder={number(spec[end])}
              value={currentRange[end] ?? ''}
              onChange={({ target }) => changeInput(end, target.valueAsNumber)}
            />
          </label>
        ))}
      </div>
      <p className="hint" id={`${key}-crossed`}>
        {isMinAboveMax(currentRange) ? 'The minimum is above the maximum.' : `${count} ${nounFor(count, NOUNS.product)}`}
      </p>
    </fieldset>
  )
}

const END_LABELS = { min: 'at least', max: 'at most' }

function parseRange(text: string): RangeValue {
  const [min, max] = ` ${text} `.split(SEPARATOR).map((end) => (end.trim() === '' ? undefined : Number(end)))
  return { min, max }
}

/** Rounds to three decimals and limits the value to ±MAX_LIMIT, so that the URL contains it without an exponent. */
const roundForUrl = (value: number): number => Math.round(Math.min(MAX_LIMIT, Math.max(-MAX_LIMIT, value)) * 1000) / 1000

const isMinAboveMax = ({ min, max }: RangeValue): boolean => min !== undefined && max !== undefined && min > max
const clamp = ({ min, max }: ProductSpec, value: number): number => Math.min(max, Math.max(min, value))
