/** Defines the inputs and results of the tool `quote-check`. */
import type { ToolResult } from '#features/tools/figures/bands.policy.ts'
import type { Nation } from '#features/figures/figures.policy.ts'
import type { Slope } from '#features/tools/sums/solar-yield.policy.ts'
import type { SupplyPhases } from '#features/tools/sums/supply.policy.ts'

export interface SolarQuote {
  region: number
  slopes: readonly Slope[]
  useKwh: number
  /** Usable size of the battery; 0 without one. */
  batteryKwh: number
  claimedKwh?: number | undefined
  /** Share of the generation used in the house according to the quote, 0 to 1. */
  claimedSelfUse?: number | undefined
  pricePounds?: number | undefined
  inverterKw?: number | undefined
  phases: SupplyPhases
  /** Whether the quote includes the network operator's consent (G99), which is required above the limit of G98. */
  hasG99: boolean
}

export interface HeatPumpQuote {
  kw?: number | undefined
  /** Heat loss of the home, as the `heat-loss` tool calculates it. */
  loadKw?: number | undefined
  /** Price before the grant. */
  pricePounds?: number | undefined
  scop?: number | undefined
  flowCelsius?: number | undefined
}

export const QUOTE_LINES = ['mcs', 'scaffold', 'network', 'grant'] as const
export type QuoteLine = (typeof QUOTE_LINES)[number]

export interface QuoteTerms {
  /** Yearly price rise that the payback in the quote assumes. */
  priceRisePercent?: number | undefined
  vatPercent?: number | undefined
  /** Items that the quote includes. */
  lines: readonly QuoteLine[]
}

export interface QuoteInputs {
  nation: Nation
  solar?: SolarQuote | undefined
  heatPump?: HeatPumpQuote | undefined
  terms: QuoteTerms
}

export type QuoteVerdict = 'fine' | 'ask' | 'impossible'
export interface QuoteCheck {
  key: string
  verdict: QuoteVerdict
  message: string
  /** Question for the installer; undefined if the verdict is `fine`. */
  question?: string | undefined
}

export interface QuoteResult extends ToolResult {
  checks: QuoteCheck[]
}

/** Returns a check that is fine, or asks a question. */
export const toCheck = (key: string, isFine: boolean, fineMessage: string, askMessage: string, question: string): QuoteCheck =>
  isFine ? { key, verdict: 'fine', message: fineMessage } : { key, verdict: 'ask', message: askMessage, question }

export const isWithin = (value: number, [low, high]: readonly [number, number]) => value >= low && value <= high
