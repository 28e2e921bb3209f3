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
  onChange: (price: string) => void
}

/**
 * Price field that accepts any text. On blur a plain number is formatted as a price; Escape or the button restores the input. The line
 * below the field shows the result while the user types, so that the layout does not shift on blur.
 */
export function PriceField({
  price: { pendingPrice, input, isUnformatted, format, restoreInput },
  value,
  error,
  onChange,
}: PriceFieldProps) {
  const wording = useWording()
  const container = useRef<HTMLDivElement>(null)
  const restore = () => {
    restoreInput()
    container.current?.querySelector('input')?.focus()
  }
  const isFormatted = input !== undefined
  useEscapeWithin(container, isFormatted, restore)
  return (
    <Field label={PRODUCT_LABELS.price} required error={error}>
      {(control) => (
        <div ref={container}>
          <Input
            {...control}
            name="price"
            value={value}
            placeholder={`${wording.symbol}9,500`}
            autoComplete="off"
            onChange={({ target }) => onChange(target.value)}
            // Switching to another window also fires blur, which must not format the price.
            onBlur={() => document.hasFocus() && format()}
          />
          <div data-part="price-made" className={styles.priceMade}>
            <span role="status">
              {isFormatted && `Formatted as ${value}.`}
              {isUnformatted && 'Kept as typed.'}
            </span>
            {/* The price below is hidden, not removed, because the dialog takes the focus if an element is removed while the focus moves. */}
            {!isFormatted && !isUnformatted && pendingPrice === undefined && value.trim() !== '' && (
              <span data-part="price-read">{describePriceReading(value, wording)}</span>
            )}
            <span hidden={pendingPrice === undefined}>{`Will be shown as ${pendingPrice ?? value}.`}</span>
            {(isFormatted || pendingPrice !== undefined) && (
              <Button variant="quiet" size="s" onClick={restore}>
                Keep as typed
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  )
}

/** Handles Escape within `container` in the capture phase, before the listener of the surrounding dialog would close the dialog. */
function useEscapeWithin(container: { current: HTMLElement | null }, isEnabled: boolean, handler: () => void): void {
  const handle = useEffectEvent(handler)
  useEffect(() => {
    if (!isEnabled) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !container.current?.contains(event.target as Node)) return
      event.preventDefault()
      event.stopPropagation()
      handle()
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isEnabled, container])
}
