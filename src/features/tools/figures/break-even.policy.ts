/** Limits break-even values to a plausible range. Outside of it a break-even is no number for a reader, but "always" or "never". */
import { createEmptyBand, type Band, type ToolWarning } from './bands.policy.ts'

export interface BreakEvenLimits {
  /** Below this value the break-even is reached in any case; inclusive. */
  min: number
  /** Above this value the break-even is never reached; inclusive. */
  max: number
  /** Shown instead of a value below `min`. */
  below: ToolWarning
  /** Shown instead of a value above `max`. */
  above: ToolWarning
}

/** Returns the band with its ends within the limits; an empty band and the warning that replaces it if the middle value is outside. */
export function limitBreakEven(band: Band, { min, max, below, above }: BreakEvenLimits): { band: Band; warnings: ToolWarning[] } {
  const { low, middle, high, unit } = band
  if (middle === null) return { band, warnings: [] }
  if (middle < min || middle > max) return { band: createEmptyBand(unit), warnings: [middle < min ? below : above] }
  const clamp = (value: number | null) => (value === null ? null : Math.min(max, Math.max(min, value)))
  return { band: { low: clamp(low), middle, high: clamp(high), unit }, warnings: [] }
}
