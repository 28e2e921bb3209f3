import { useState } from 'react'
import { formatPlainPrice } from '#features/products/prices/price.policy.ts'
import { useWording } from '#ui/text/use-wording.ts'

export interface PlainPrice {
  /** The price that blur would produce; undefined if it would not change the value. */
  pendingPrice: string | undefined
  /** The original input, while the field shows the formatted price. */
  input: string | undefined
  /** Whether the administrator has restored a plain number, which then stays. */
  isUnformatted: boolean
  /** Formats a plain number as a price. @returns the new value of the field */
  format: () => string
  /** Restores the original input, which is not formatted again. */
  restoreInput: () => void
}

/** Formats a plain number in the site's currency on blur, except the stored value and values that were restored. */
export function usePlainPrice(value: string, write: (price: string) => void): PlainPrice {
  const { symbol } = useWording()
  const [unformatted, setUnformatted] = useState([value])
  const [formatted, setFormatted] = useState<{ input: string; price: string }>()
  const isFormatted = formatted !== undefined && formatted.price === value
  const pendingPrice = unformatted.includes(value) ? undefined : formatPlainPrice(value, symbol)

  return {
    pendingPrice,
    input: isFormatted ? formatted.input : undefined,
    isUnformatted: unformatted.indexOf(value) > 0,
    format() {
      if (pendingPrice === undefined) return value
      setFormatted({ input: value, price: pendingPrice })
      write(pendingPrice)
      return pendingPrice
    },
    restoreInput() {
      if (!isFormatted) return
      setUnformatted([...unformatted, formatted.input])
      setFormatted(undefined)
      write(formatted.input)
    },
  }
}
