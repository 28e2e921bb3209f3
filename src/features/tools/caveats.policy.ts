/** Chooses the caveats of a tool's result by its inputs and results. Their texts are in content/caveats.yaml. */
import { formatDigits } from '#features/figures/texts/figure-format.policy.ts'
import type { Band } from './figures/bands.policy.ts'
import type { ToolName } from './catalogue/tool.policy.ts'
import { isSocketCharger, readChargerPhases } from './sums/supply.policy.ts'
import { HOUSE_AGES, resolveWalls, WALL_TYPES } from './sums/which-first/home-fabric.policy.ts'

/** The parts of a tool's run that decide which caveats apply. */
export interface CaveatSubject {
  inputs: Readonly<Record<string, { value: unknown; text: string }>>
  results: Readonly<Record<string, Band>>
  details: Readonly<Record<string, unknown>>
}

/** A caveat that applies; `title` replaces the caveat's own where the result has exact numbers. */
export interface ChosenCaveat {
  key: string
  title?: string
}

type ChooseCaveats = (subject: CaveatSubject) => (ChosenCaveat | undefined)[]

/** Flow temperature from which a cylinder can be heated to 60 °C, with 5 °C for the coil. */
const CYLINDER_FLOW_CELSIUS = 65
/** U-values of empty cavity walls: solid walls and windows lose more, a roof with some wool loses less. */
const EMPTY_CAVITY_U_VALUES = { min: 0.8, max: 1.6 }
/** Lofts are insulated to this U-value or better, and seldom anything else: 200 mm of wool have 0.21. */
const LOFT_U_VALUE = 0.25

const unless = (isOmitted: boolean, key: string): ChosenCaveat | undefined => (isOmitted ? undefined : { key })
const when = (isShown: boolean, key: string): ChosenCaveat | undefined => unless(!isShown, key)

const CHOOSERS: Partial<Record<ToolName, ChooseCaveats>> = {
  noise: () => [{ key: 'r290-clearance' }],
  'heat-pump': (subject) => [
    when(['electric', 'storage'].includes(readText(subject, 'fuel')), 'night-rate'),
    unless(readText(subject, 'kind') === 'air-to-air' || (readNumber(subject, 'flow') ?? 0) >= CYLINDER_FLOW_CELSIUS, 'hot-water-60'),
    { key: 'r290-clearance' },
  ],
  'heat-pump-suitability': (subject) => {
    // The result recommends loft, cavity walls and draughts together.
    const isInsulationAdvised = readText(subject, 'insulated') === 'no'
    const isPipeworkAdvised = readText(subject, 'pipes') === 'no'
    return [
      when(readText(subject, 'outdoors') !== 'no', 'r290-clearance'),
      { key: 'hot-water-60' },
      when(isInsulationAdvised, 'flues-before-cavity-fill'),
      when(isInsulationAdvised, 'draughts-and-flues'),
      when(isInsulationAdvised, 'loft-cables-and-lights'),
      when(isInsulationAdvised || isPipeworkAdvised, 'asbestos-before-drilling'),
      { key: 'main-fuse' },
    ]
  },
  // The result lists the radiators to change for a cooler flow, whatever the present one is.
  radiators: () => [{ key: 'hot-water-60' }],
  supply: (subject) => [
    chooseMainFuse(subject),
    when(
      isSocketCharger(
        readNumber(subject, 'charger') ?? 0,
        readChargerPhases(readText(subject, 'phases'), readText(subject, 'chargerPhases')),
      ),
      'socket-charging',
    ),
  ],
  insulation: (subject) => {
    const before = readNumber(subject, 'uBefore') ?? 0
    const after = readNumber(subject, 'uAfter') ?? 0
    const surface = readText(subject, 'surface')
    // Without the surface both are shown where the U-values allow for either.
    const isLoft = surface === 'roof' || (surface === 'other' && after <= LOFT_U_VALUE)
    const isEmptyCavity =
      surface === 'cavity' || (surface === 'other' && before >= EMPTY_CAVITY_U_VALUES.min && before <= EMPTY_CAVITY_U_VALUES.max)
    return [
      when(readText(subject, 'fuel') === 'storage', 'night-rate'),
      when(isEmptyCavity, 'flues-before-cavity-fill'),
      when(isLoft, 'loft-cables-and-lights'),
      { key: 'asbestos-before-drilling' },
    ]
  },
  solar: (subject) => [{ key: 'roof-structure' }, when((readNumber(subject, 'battery') ?? 0) > 0, 'battery-siting')],
  battery: () => [{ key: 'battery-siting' }],
  'quote-check': (subject) => {
    const kind = readText(subject, 'kind')
    return [
      when(kind !== 'heat-pump', 'roof-structure'),
      when((readNumber(subject, 'battery') ?? 0) > 0, 'battery-siting'),
      when(kind !== 'solar', 'r290-clearance'),
      when(kind !== 'solar' && (readNumber(subject, 'flow') ?? 0) < CYLINDER_FLOW_CELSIUS, 'hot-water-60'),
    ]
  },
  'which-first': (subject) => {
    const hasJob = (...names: string[]) => listJobs(subject).some((job) => names.includes(job))
    return [
      when(['electric', 'storage', 'direct'].includes(readText(subject, 'heating') || readText(subject, 'fuel')), 'night-rate'),
      // The advice to tenants contains sealing gaps, whatever is done.
      when(hasJob('draughts') || hasTenantNote(subject), 'draughts-and-flues'),
      when(hasJob('loft'), 'loft-cables-and-lights'),
      when(hasJob('walls') && hasEmptyCavity(subject), 'flues-before-cavity-fill'),
      when(hasJob('solar'), 'roof-structure'),
      when(hasJob('heat-pump'), 'r290-clearance'),
      when(hasJob('heat-pump'), 'hot-water-60'),
      unless(readText(subject, 'age') === 'since-2006', 'asbestos-before-drilling'),
    ]
  },
}

/** Returns the caveats of a result, the most important first. */
export const chooseCaveats = (name: ToolName, subject: CaveatSubject): ChosenCaveat[] =>
  (CHOOSERS[name]?.(subject) ?? []).filter((caveat) => caveat !== undefined)

function hasEmptyCavity(subject: CaveatSubject): boolean {
  const walls = WALL_TYPES.find((name) => name === readText(subject, 'walls'))
  const age = HOUSE_AGES.find((name) => name === readText(subject, 'age'))
  return walls !== undefined && age !== undefined && resolveWalls({ walls, age }) === 'empty-cavity'
}

/** A peak above the fuse has the numbers in its title; a peak that only needs consent has the general one. */
function chooseMainFuse(subject: CaveatSubject): ChosenCaveat | undefined {
  const { charger } = (subject.details['answers'] ?? {}) as { charger?: string }
  const fuseAmps = readNumber(subject, 'fuse')
  const peaks = [subject.results['peak']?.middle, subject.results['unmanagedPeak']?.middle]
  const [peakAmps, unmanagedAmps] = peaks.map((peak) => (typeof peak === 'number' ? peak : 0))
  if (fuseAmps === undefined || peakAmps === undefined || unmanagedAmps === undefined) return undefined
  if (peakAmps > fuseAmps)
    return { key: 'main-fuse', title: `${formatAmps(peakAmps)} on ${formatFuse(fuseAmps)}: not without the network operator` }
  const { isConsentAvoided } = subject.details as { isConsentAvoided?: boolean }
  if (unmanagedAmps > fuseAmps)
    return { key: 'main-fuse', title: `Without load management: ${formatAmps(unmanagedAmps)} on ${formatFuse(fuseAmps)}` }
  return when(charger === 'ask first' || isConsentAvoided === true, 'main-fuse')
}

const formatAmps = (amps: number) => `${formatDigits(amps, Number.isInteger(amps) ? 0 : 1)} A`

/** Formats a fuse with its article, such as “an 80 A fuse”. */
const formatFuse = (amps: number) => `${/^(8|18(\D|$))/.test(String(amps)) ? 'an' : 'a'} ${formatAmps(amps)} fuse`

const readText = ({ inputs }: CaveatSubject, name: string): string => inputs[name]?.text ?? ''

function readNumber({ inputs }: CaveatSubject, name: string): number | undefined {
  const value = inputs[name]?.value
  return typeof value === 'number' ? value : undefined
}

const listJobs = ({ details }: CaveatSubject): string[] =>
  Array.isArray(details['jobs']) ? details['jobs'].map((job: { job?: string }) => job.job ?? '') : []

const hasTenantNote = ({ details }: CaveatSubject): boolean =>
  Array.isArray(details['notes']) && details['notes'].some((note: { key?: string }) => note.key === 'alone')
