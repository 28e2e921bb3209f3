/**
 * Calculates the tool `supply`: whether a charger or inverter needs the network operator's consent or only a notification.
 * Sources: the network operators' rules for chargers; EREC G98 for generation and storage.
 */
import { createBand, createEmptyBand, type ToolResult, type ToolWarning } from '#features/tools/figures/bands.policy.ts'
import { formatNumber } from '#wording/numbers.ts'
import { trackReferenceValueUse, type ReferenceValues } from '#features/figures/figures.policy.ts'

export type SupplyPhases = 1 | 3

export interface SupplyInputs {
  /** Peak current of the house without the charger, on the most loaded phase. */
  houseAmps: number
  chargerAmps: number
  fuseAmps: number
  /** Maximum current that load management enforces for the whole house; undefined without load management. */
  limitAmps?: number | undefined
  /** Phases of the supply. */
  phases: SupplyPhases
  /** Phases that the charger uses; undefined means all of the supply. */
  chargerPhases?: SupplyPhases | undefined
  /** Total power of all generation and storage: solar inverter and battery. */
  inverterKw: number
}

export type SupplyVerdict = 'ask first' | 'notify' | 'nothing to do'

export interface SupplyResult extends ToolResult {
  answers: { charger: SupplyVerdict; inverter: SupplyVerdict }
  /** Whether the network operator would have to agree without load management. */
  isConsentAvoided: boolean
}

/** Phase-to-neutral voltage on which the published limits are based: 60 A = 13.8 kW, 16 A = 3.68 kW. */
const VOLTS = 230
/** Minimum charging current (IEC 61851). */
export const MIN_CHARGING_AMPS = 6
/** Maximum current of a British plug (BS 1363). */
export const MAX_SOCKET_AMPS = 13

/** Whether a charger of this current is plugged into a socket. */
export const isSocketCharger = (amps: number, phases: SupplyPhases): boolean => amps > 0 && amps <= MAX_SOCKET_AMPS && phases === 1

/** Returns the phases that a charger uses: one, unless supply and charger both have three. */
export const readChargerPhases = (phases: string, chargerPhases: string): SupplyPhases => (phases === '3' && chargerPhases !== '1' ? 3 : 1)

export const convertAmpsToKilowatts = (amps: number, phases: SupplyPhases = 1) => (amps * VOLTS * phases) / 1000

/** Returns the current that the house leaves of the limit, which is that of load management or the fuse, at most the charger's own rating. */
export function calculateCurrentLeft({
  limitAmps,
  houseAmps,
  chargerAmps,
}: {
  limitAmps: number
  houseAmps: number
  chargerAmps: number
}): number {
  return Math.max(0, Math.min(chargerAmps, limitAmps - houseAmps))
}

/** Calculates the result: peak = house + charger. A peak above `supply.ask-first` (60 A) or the fuse requires consent; otherwise the network operator is notified within 28 days. */
export function calculateSupply(inputs: SupplyInputs, allReferenceValues: ReferenceValues): SupplyResult {
  const referenceValues = trackReferenceValueUse(allReferenceValues)
  const { houseAmps, chargerAmps, fuseAmps, limitAmps, phases, chargerPhases = phases, inverterKw } = inputs
  const consentAmps = referenceValues.find('supply.ask-first')?.value ?? Number.POSITIVE_INFINITY
  const g98Amps = referenceValues.find('supply.g98')?.value
  const chargingAmps = calculateCurrentLeft({ limitAmps: limitAmps ?? fuseAmps, houseAmps, chargerAmps })
  // Without load management the charger draws its rating, whatever is left.
  const peakAmps = houseAmps + (limitAmps === undefined ? chargerAmps : chargingAmps)
  const g98Kw = g98Amps === undefined ? undefined : convertAmpsToKilowatts(g98Amps, phases)
  const needsConsent = (amps: number) => amps > consentAmps || amps > fuseAmps
  return {
    results: {
      unmanagedPeak: createBand('A', houseAmps + chargerAmps),
      peak: createBand('A', peakAmps),
      // The limits are those of a phase, and only the fullest phase has the peak.
      peakPower: createBand('kVA', convertAmpsToKilowatts(peakAmps)),
      chargingCurrent: createBand('A', chargingAmps),
      chargingPower: createBand('kW', convertAmpsToKilowatts(chargingAmps, chargerPhases)),
      inverterLimit: g98Kw === undefined ? createEmptyBand('kW') : createBand('kW', g98Kw),
    },
    answers: {
      charger: chargerAmps === 0 ? 'nothing to do' : needsConsent(peakAmps) ? 'ask first' : 'notify',
      inverter: inverterKw === 0 ? 'nothing to do' : g98Kw !== undefined && inverterKw > g98Kw ? 'ask first' : 'notify',
    },
    isConsentAvoided: chargerAmps > 0 && needsConsent(houseAmps + chargerAmps) && !needsConsent(peakAmps),
    warnings: listWarnings(inputs, chargingAmps),
    referenceKeys: referenceValues.usedKeys(),
  }
}

function listWarnings({ fuseAmps, limitAmps, chargerAmps, houseAmps }: SupplyInputs, chargingAmps: number): ToolWarning[] {
  const warnings: ToolWarning[] = []
  if (chargerAmps > 0 && limitAmps === undefined && chargingAmps < chargerAmps) {
    warnings.push({
      code: 'more-than-is-left',
      message: `At its peak the house leaves ${formatNumber(chargingAmps)} A of the fuse, and this charger draws ${formatNumber(chargerAmps)} A: it needs load management.`,
    })
  }
  if (chargerAmps > 0 && chargingAmps < MIN_CHARGING_AMPS) {
    warnings.push({
      code: 'too-little-left',
      message: `Less than ${MIN_CHARGING_AMPS} A is left: the car charges only when the house uses less.`,
    })
  }
  if (houseAmps > fuseAmps)
    warnings.push({ code: 'house-above-fuse', message: 'The house alone exceeds its fuse. Ask an electrician to check it first.' })
  return warnings
}
