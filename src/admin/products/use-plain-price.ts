import { useState } from 'react'
import { formatPlainPrice } from '#features/products/prices/price.policy.ts'
import { useWording } from '#ui/text/use-wording.ts'

export interface PlainPrice {
  /** Price into which leaving the field would format the value; undefined if the value would stay as it is. */
  pendingPrice: string | undefined
  /** Original input while the field shows a price formatted from it; otherwise undefined. */
  input: string | undefined
  /** Whether the value is a plain number that the administrator has restored, so that it is not formatted again. */
  isUnformatted: boolean
  /** Formats a plain number as a price. @returns the value of the field afterwards */
  format: () => string
  /** Restores the original input and does not format it again. */
  restoreInput: () => void
}

/** Holds the state of a price field that formats plain numbers in the site's currency, except the initial value and restored values. */
export function usePlainPrice(value: string, onPriceChange: (price: string) => void): PlainPrice {
  const { symbol } = useWording()
  const [unformattedValues, setUnformattedValues] = useState([value])
  const [lastFormatting, setLastFormatting] = useState<{ input: string; price: string }>()
  const isFormatted = lastFormatting !== undefined && lastFormatting.price === value
  const pendingPrice = unformattedValues.includes(value) ? undefined : formatPlainPrice(value, symbol)

  return {
    pendingPrice,
    input: isFormatted ? lastFormatting.input : undefined,
    isUnformatted: unformattedValues.indexOf(value) > 0,
    format() {
      if (pendingPrice === undefined) return value
      setLastFormatting({ input: value, price: pendingPrice })
      onPriceChange(pendingPrice)
      return pendingPrice
    },
    restoreInput() {
      if (!isFormatted) return
      setUnformattedValues([...unformattedValues, lastFormatting.input])
      setLastFormatting(undefined)
      onPriceChange(lastFormatting.input)
    },
  }
}
