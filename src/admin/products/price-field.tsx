import { PRODUCT_LABELS } from './product-labels.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Field, Input } from '#ui/forms/field.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { describePriceReading } from './price-reading.ts'
import type { PlainPrice } from './use-plain-price.ts'
import * as styles from './price-field.module.css'

interface PriceFieldProps {
  price: PlainPrice
  value: string
  error: string | undefined
  onChange: (typed: string) => void
}

/**
 * Any text is a price. What becomes of a bare number is said below it, with the way back; Escape is that way too. It is said while it is typed,
 * so that nothing moves under the pointer when the field is left.
 */
export function PriceField({ price: { coming, typed, isKept, leave, keepTyped }, value, error, onChange }: PriceFieldProps) {
  const wording = useWording()
  const place = useRef<HTMLDivElement>(null)
  const restoreTyped = () => {
    keepTyped()
    place.current?.querySelector('input')?.focus()
  }
  const isMade = typed !== undefined
  useOwnEscape(place, isMade, restoreTyped)
  return (
    <Field label={PRODUCT_LABELS.price} required error={error}>
      {(control) => (
        <div ref={place}>
          <Input
            {...control}
            name="price"
            value={value}
            placeholder={`${wording.symbol}9,500`}
            autoComplete="off"
            onChange={({ target }) => onChange(target.value)}
            // Another window in front is no other field.
            onBlur={() => document.hasFocus() && leave()}
          />
          <div data-part="price-made" className={styles.priceMade}>
            <span role="status">
              {isMade && `Written as ${value}.`}
              {isKept && 'Kept as typed.'}
            </span>
            {/* Hidden and not removed: the window takes the focus to itself when something in it goes while the focus is on its way. */}
            {!isMade && !isKept && coming === undefined && value.trim() !== '' && (
              <span data-part="price-read">{describePriceReading(value, wording)}</span>
            )}
            <span hidden={coming === undefined}>{`Will read ${coming ?? value}.`}</span>
            {(isMade || coming !== undefined) && (
              <Button variant="quiet" size="s" onClick={restoreTyped}>
                Keep as typed
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  )
}

/** Within the place Escape does this and does not close the window around it, which listens on the document before anything in it. */
function useOwnEscape(place: { current: HTMLElement | null }, isOn: boolean, work: () => void): void {
  const run = useEffectEvent(work)
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !place.current?.contains(event.target as Node)) return
      event.preventDefault()
      event.stopPropagation()
      run()
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [isOn, place])
}
