/** Lists the grants for planned measures with amount, end date and reason. The sources are stored with the reference values. */
import { createBand, type ToolResult } from '#features/tools/figures/bands.policy.ts'
import { trackReferenceValueUse, type Nation, type ReferenceValue, type ReferenceValues } from '#features/figures/figures.policy.ts'
import { formatLongDate } from '#wording/dates.ts'
import { DEFAULT_LANGUAGE, formatNumber } from '#wording/numbers.ts'
import type { Grant, GrantInputs, GrantMeasure } from './grant-inputs.policy.ts'
import {
  judgeAirToAir,
  judgeBiomass,
  judgeBoilerUpgradeDay,
  judgeBoilerUpgradeScheme,
  judgeChargepointGrant,
  judgeHomeEnergyScotland,
  judgeScottishLoan,
  judgeSmartExportGuarantee,
  judgeVat,
  notForYou,
  open,
  withUnconfirmedEnd,
  type Judgement,
} from './grant-rules.policy.ts'

export interface GrantResult extends ToolResult {
  grants: Grant[]
}

interface Scheme {
  getReferenceKey: (inputs: GrantInputs) => string
  /** Name for people, where the label of the reference value describes its number. */
  label?: string
  measures: readonly GrantMeasure[]
  /** Nations in which the scheme is listed; by default all, with the reason where it does not apply. */
  nations?: readonly Nation[]
  judge: (inputs: GrantInputs, referenceValues: ReferenceValues, measure: GrantMeasure) => Judgement
}

const isHeating = (measure: GrantMeasure) => ['air-to-water', 'ground-source', 'air-to-air', 'biomass'].includes(measure)
const HEAT_PUMP_MEASURES: readonly GrantMeasure[] = ['air-to-water', 'ground-source']
const isOilOrLpgOffGrid = ({ isOffGasGrid, fuel }: GrantInputs) => isOffGasGrid && (fuel === 'oil' || fuel === 'lpg')
const SCHEMES: readonly Scheme[] = [
  {
    getReferenceKey: (inputs) => (isOilOrLpgOffGrid(inputs) ? 'bus.off-grid-oil-lpg' : 'bus.air-to-water'),
    measures: ['air-to-water'],
    judge: (inputs, referenceValues) => {
      const judgement = judgeBoilerUpgradeScheme(inputs)
      if (isOilOrLpgOffGrid(inputs))
        return withUnconfirmedEnd(
          judgeBoilerUpgradeDay(judgement, inputs.day, referenceValues),
          referenceValues.find('bus.air-to-water')?.value,
        )
      return inputs.isOffGasGrid && judgement.verdict === 'for you'
        ? open('On the gas grid it is £7,500. The amount off the grid for your heating is not confirmed: ask the installer.')
        : judgeBoilerUpgradeDay(judgement, inputs.day, referenceValues)
    },
  },
  {
    getReferenceKey: () => 'bus.ground-source',
    measures: ['ground-source'],
    judge: (inputs, referenceValues) => {
      const judgement = judgeBoilerUpgradeScheme(inputs)
      return inputs.isOffGasGrid && judgement.verdict === 'for you'
        ? open('On the gas grid it is £7,500. The amount off the grid is not confirmed: ask the installer.')
        : judgeBoilerUpgradeDay(judgement, inputs.day, referenceValues)
    },
  },
  {
    getReferenceKey: () => 'bus.air-to-air',
    measures: ['air-to-air'],
    judge: (inputs, referenceValues) => judgeBoilerUpgradeDay(judgeAirToAir(inputs), inputs.day, referenceValues),
  },
  {
    getReferenceKey: () => 'bus.biomass',
    measures: ['biomass'],
    judge: (inputs, referenceValues) => judgeBoilerUpgradeDay(judgeBiomass(inputs), inputs.day, referenceValues),
  },
  {
    getReferenceKey: () => 'scotland.heat-pump-grant',
    measures: HEAT_PUMP_MEASURES,
    nations: ['scotland'],
    // It is paid only after an assessment of the home, so it is likely but not certain.
    judge: (inputs) => ({ ...judgeHomeEnergyScotland(inputs), isLikely: true }),
  },
  {
    getReferenceKey: () => 'scotland.rural-uplift',
    measures: HEAT_PUMP_MEASURES,
    nations: ['scotland'],
    judge: (inputs) => (!inputs.isRural ? notForYou('It is for rural areas and islands.') : judgeHomeEnergyScotland(inputs)),
  },
  { getReferenceKey: () => 'scotland.heat-pump-loan', measures: HEAT_PUMP_MEASURES, nations: ['scotland'], judge: judgeScottishLoan },
  {
    getReferenceKey: ({ isRural }) => (isRural ? 'scotland.insulation-grant-rural' : 'scotland.insulation-grant'),
    measures: ['insulation'],
    nations: ['scotland'],
    judge: (inputs, referenceValues) => ({
      ...judgeHomeEnergyScotland(inputs),
      share: referenceValues.find('scotland.insulation-share')?.value,
    }),
  },
  {
    getReferenceKey: () => 'vat.energy-saving',
    measures: ['air-to-water', 'ground-source', 'air-to-air', 'biomass', 'insulation', 'solar', 'battery'],
    judge: judgeVat,
  },
  {
    getReferenceKey: () => 'chargepoint.grant',
    label: 'Charge point grant, for each socket',
    measures: ['charger'],
    judge: judgeChargepointGrant,
  },
  {
    getReferenceKey: () => 'car.grant',
    measures: ['electric-car'],
    judge: (_, referenceValues) => {
      const listPrice = referenceValues.find('car.grant-list-price')
      return open(
        `The car must be on the list and cost no more than £${listPrice ? formatNumber(listPrice.value) : '?'} new. The dealer deducts the grant.`,
      )
    },
  },
  {
    getReferenceKey: () => 'seg.least-customers',
    label: 'Smart Export Guarantee',
    measures: ['solar', 'battery'],
    judge: (inputs, _, measure) => judgeSmartExportGuarantee(inputs, measure),
  },
]

/**
 * Judges every scheme that applies to the planned measures. The low end of the total is the certain amount, the middle adds grants that
 * are likely, and the high end includes all open grants.
 * A scheme without a reference value in force on the day of the work is open.
 */
export function calculateGrants(inputs: GrantInputs, allReferenceValues: ReferenceValues): GrantResult {
  const trackedValues = trackReferenceValueUse(allReferenceValues)
  const referenceValues = trackedValues.forDay(inputs.day)
  const judgedGrants = inputs.plans.flatMap((measure) =>
    SCHEMES.filter(({ measures, nations }) => measures.includes(measure) && nations?.includes(inputs.nation) !== false).map((scheme) =>
      judgeGrant(measure, scheme, inputs, referenceValues),
    ),
  )
  const sumGrants = (measure: GrantMeasure, count: (grant: JudgedGrant) => number) =>
    judgedGrants.filter((grant) => grant.plan === measure).reduce((total, grant) => total + count(grant), 0)
  // A home installs only one kind of heating, so of the heating measures only the one with the largest sum of grants counts.
  const sumAll = (count: (grant: JudgedGrant) => number) =>
    Math.max(0, ...inputs.plans.filter(isHeating).map((measure) => sumGrants(measure, count))) +
    inputs.plans.filter((measure) => !isHeating(measure)).reduce((total, plan) => total + sumGrants(plan, count), 0)
  const countWhen = (isCounted: (grant: JudgedGrant) => boolean) => sumAll((grant) => (isCounted(grant) ? (grant.pounds ?? 0) : 0))
  const certainAmount = sumAll(({ verdict, pounds = 0, certainPounds }) => (verdict === 'for you' ? pounds : certainPounds))
  const likelyAmount = countWhen(({ verdict, isLikely }) => verdict === 'for you' || isLikely)
  const largestAmount = countWhen(({ verdict }) => verdict !== 'not for you')
  return {
    results: { total: createBand('£', likelyAmount, [certainAmount, largestAmount]) },
    grants: judgedGrants.map(({ isLikely: _, certainPounds: __, ...grant }) => grant),
    warnings: [],
    referenceKeys: trackedValues.usedKeys(),
  }
}

type JudgedGrant = Grant & { isLikely: boolean; certainPounds: number }

function judgeGrant(
  measure: GrantMeasure,
  { getReferenceKey, label, judge }: Scheme,
  inputs: GrantInputs,
  referenceValues: ReferenceValues,
): JudgedGrant {
  const referenceValue = referenceValues.find(getReferenceKey(inputs))
  const { hasNoAmount, isLikely = false, certainPounds = 0, ...judgement } = judge(inputs, referenceValues, measure)
  const grant = {
    key: getReferenceKey(inputs),
    plan: measure,
    label: label ?? referenceValue?.label ?? getReferenceKey(inputs),
    until: referenceValue?.to ?? null,
    isLikely: false,
    certainPounds: 0,
    ...judgement,
  }
  if (judgement.verdict === 'not for you') return grant
  if (!referenceValue || referenceValue.isExpired) return { ...grant, verdict: 'open', because: explainMissingAmount(referenceValue) }
  return hasNoAmount ? grant : { ...grant, isLikely, certainPounds, pounds: referenceValue.value }
}

const explainMissingAmount = (referenceValue: ReferenceValue | undefined) =>
  referenceValue?.to
    ? `The amount is known only until ${formatLongDate(referenceValue.to, DEFAULT_LANGUAGE)}. The next one is not decided yet.`
    : 'The amount for that date is not known.'
