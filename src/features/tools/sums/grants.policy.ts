/** Judges which grants a home can get for planned measures: amount, end date and reason. The sources are stored with the reference values. */
import { createBand, type ToolResult } from '#features/tools/figures/bands.policy.ts'
import { trackReferenceValueUse, type ReferenceValue, type ReferenceValues, type Nation } from '#features/figures/figures.policy.ts'
import { formatLongDate } from '#wording/dates.ts'
import { DEFAULT_LANGUAGE, formatNumber } from '#wording/numbers.ts'

export const GRANT_MEASURES = [
  'air-to-water',
  'ground-source',
  'air-to-air',
  'biomass',
  'insulation',
  'solar',
  'battery',
  'charger',
  'electric-car',
] as const
export type GrantMeasure = (typeof GRANT_MEASURES)[number]
export const TENURES = ['owner', 'landlord', 'tenant', 'social'] as const
export type Tenure = (typeof TENURES)[number]
export const REPLACED_FUELS = ['gas', 'oil', 'lpg', 'coal', 'electric', 'heat-pump'] as const
export type ReplacedFuel = (typeof REPLACED_FUELS)[number]

export interface GrantInputs {
  nation: Nation
  tenure: Tenure
  fuel: ReplacedFuel
  isOffGasGrid: boolean
  isRural: boolean
  isFlat: boolean
  /** Whether the home has on-street parking and a cable channel across the pavement. */
  hasPavementChannel: boolean
  /** Planned measures. */
  plans: readonly GrantMeasure[]
  /** Day on which the work is done, as an ISO date. */
  day: string
}

/** `open` means that the rules are not settled, or depend on circumstances that the tool does not ask for. */
export type GrantVerdict = 'for you' | 'not for you' | 'open'

export interface Grant {
  /** Key of the reference value that holds the amount. */
  key: string
  label: string
  /** Planned measure for which the grant is. */
  plan: GrantMeasure
  verdict: GrantVerdict
  because: string
  /** Maximum amount in £; undefined if the scheme pays no fixed amount, the amount on the day is not known, or the verdict is `not for you`. */
  pounds?: number | undefined
  /** Maximum share of the cost that the grant pays, 0 to 1; undefined if it has no such limit. */
  share?: number | undefined
  until: string | null
}

export interface GrantResult extends ToolResult {
  grants: Grant[]
}

type Judgement = Pick<Grant, 'verdict' | 'because'> & Partial<Pick<Grant, 'share'>> & { hasNoAmount?: boolean }

interface Scheme {
  getReferenceKey: (inputs: GrantInputs) => string
  measures: readonly GrantMeasure[]
  judge: (inputs: GrantInputs, referenceValues: ReferenceValues) => Judgement
}

const notForYou = (because: string): Judgement => ({ verdict: 'not for you', because })
const forYou = (because: string, extra: Partial<Judgement> = {}): Judgement => ({ verdict: 'for you', because, ...extra })
const open = (because: string, extra: Partial<Judgement> = {}): Judgement => ({ verdict: 'open', because, ...extra })

/** Checks the conditions that all grants of the Boiler Upgrade Scheme share. */
function judgeBoilerUpgradeScheme({ nation, tenure, fuel }: GrantInputs): Judgement {
  if (nation === 'scotland')
    return notForYou('The Boiler Upgrade Scheme is for England and Wales. In Scotland there is Home Energy Scotland.')
  if (nation === 'northern-ireland') return notForYou('The Boiler Upgrade Scheme is for England and Wales.')
  if (tenure === 'social') return notForYou('Social housing is excluded.')
  if (tenure === 'tenant') return notForYou('Only the owner can apply. Ask your landlord.')
  if (fuel === 'heat-pump') return notForYou('It is for replacing a boiler or electric heating, and you already have a heat pump.')
  return forYou('You own the home and replace a boiler or electric heating. Sources disagree on whether an EPC is needed: have one ready.')
}

function judgeBiomass(inputs: GrantInputs): Judgement {
  const judgement = judgeBoilerUpgradeScheme(inputs)
  if (judgement.verdict !== 'for you') return judgement
  return inputs.isOffGasGrid && inputs.isRural ? judgement : notForYou('Biomass boilers qualify only in rural areas off the gas grid.')
}

function judgeHomeEnergyScotland({ nation, tenure }: GrantInputs): Judgement {
  if (nation !== 'scotland') return notForYou('Home Energy Scotland is for homes in Scotland.')
  if (tenure !== 'owner') return notForYou('It is for people who own and live in their home.')
  return open('Home Energy Scotland assesses your home first and applies its own conditions.')
}

function judgeChargepointGrant(
  { tenure, isFlat, hasPavementChannel: hasChannel }: GrantInputs,
  referenceValues: ReferenceValues,
): Judgement {
  const share = referenceValues.find('chargepoint.share')?.value
  if (tenure === 'tenant' || tenure === 'social') return forYou('You rent.', { share })
  if (tenure === 'landlord') return forYou('Residential landlords can get it for each socket.', { share })
  if (isFlat) return forYou('You live in a flat.', { share })
  if (hasChannel) return forYou('You park on the street and have a cable channel.', { share })
  return notForYou('It is for people who rent, live in a flat or park on the street. Owners of a house with a drive do not qualify.')
}

const isHeating = (measure: GrantMeasure) => ['air-to-water', 'ground-source', 'air-to-air', 'biomass'].includes(measure)
const HEAT_PUMP_MEASURES: readonly GrantMeasure[] = ['air-to-water', 'ground-source']
const SCHEMES: readonly Scheme[] = [
  {
    getReferenceKey: ({ isOffGasGrid, fuel }) =>
      isOffGasGrid && (fuel === 'oil' || fuel === 'lpg') ? 'bus.off-grid-oil-lpg' : 'bus.air-to-water',
    measures: ['air-to-water'],
    judge: (inputs) =>
      inputs.isOffGasGrid && inputs.fuel !== 'oil' && inputs.fuel !== 'lpg' && judgeBoilerUpgradeScheme(inputs).verdict === 'for you'
        ? open('On the gas grid it is £7,500. The amount off the grid for your heating is not confirmed: ask the installer.')
        : judgeBoilerUpgradeScheme(inputs),
  },
  {
    getReferenceKey: () => 'bus.ground-source',
    measures: ['ground-source'],
    judge: (inputs) =>
      inputs.isOffGasGrid && judgeBoilerUpgradeScheme(inputs).verdict === 'for you'
        ? open('On the gas grid it is £7,500. The amount off the grid is not confirmed: ask the installer.')
        : judgeBoilerUpgradeScheme(inputs),
  },
  {
    getReferenceKey: () => 'bus.air-to-air',
    measures: ['air-to-air'],
    judge: (inputs) =>
      inputs.isOffGasGrid && judgeBoilerUpgradeScheme(inputs).verdict === 'for you'
        ? open('On the gas grid it is £2,500. The amount off the grid is not confirmed: ask the installer.')
        : judgeBoilerUpgradeScheme(inputs),
  },
  { getReferenceKey: () => 'bus.biomass', measures: ['biomass'], judge: judgeBiomass },
  { getReferenceKey: () => 'scotland.heat-pump-grant', measures: HEAT_PUMP_MEASURES, judge: judgeHomeEnergyScotland },
  {
    getReferenceKey: () => 'scotland.rural-uplift',
    measures: HEAT_PUMP_MEASURES,
    judge: (inputs) =>
      inputs.nation === 'scotland' && !inputs.isRural ? notForYou('It is for rural areas and islands.') : judgeHomeEnergyScotland(inputs),
  },
  {
    getReferenceKey: ({ isRural }) => (isRural ? 'scotland.insulation-grant-rural' : 'scotland.insulation-grant'),
    measures: ['insulation'],
    judge: (inputs, referenceValues) => ({
      ...judgeHomeEnergyScotland(inputs),
      share: referenceValues.find('scotland.insulation-share')?.value,
    }),
  },
  {
    getReferenceKey: () => 'vat.energy-saving',
    measures: ['air-to-water', 'ground-source', 'air-to-air', 'biomass', 'insulation', 'solar', 'battery'],
    judge: (_, referenceValues) =>
      forYou(`VAT is ${referenceValues.find('vat.energy-saving')?.value ?? '?'}% on the whole job, when it is installed for you.`, {
        hasNoAmount: true,
      }),
  },
  { getReferenceKey: () => 'chargepoint.grant', measures: ['charger'], judge: judgeChargepointGrant },
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
    measures: ['solar', 'battery'],
    judge: ({ nation }) =>
      nation === 'northern-ireland'
        ? notForYou('The Smart Export Guarantee does not cover Northern Ireland.')
        : forYou('Large suppliers must pay you for what you export. Each sets its own rate.', { hasNoAmount: true }),
  },
]

/**
 * Judges every scheme that applies to the planned measures. The low end of the total is the certain amount; the high end includes open grants.
 * A scheme without a reference value in force on the day of the work is open.
 */
export function calculateGrants(inputs: GrantInputs, allReferenceValues: ReferenceValues): GrantResult {
  const trackedValues = trackReferenceValueUse(allReferenceValues)
  const referenceValues = trackedValues.forDay(inputs.day)
  const grants = inputs.plans.flatMap((measure) =>
    SCHEMES.filter(({ measures: plans }) => plans.includes(measure)).map((scheme) => toGrant(measure, scheme, inputs, referenceValues)),
  )
  const sumGrants = (measure: GrantMeasure, verdicts: readonly GrantVerdict[]) =>
    grants
      .filter((grant) => grant.plan === measure && verdicts.includes(grant.verdict))
      .reduce((total, { pounds = 0 }) => total + pounds, 0)
  // A home installs only one kind of heating, so of the heating measures only the one with the largest sum of grants counts.
  const sumVerdicts = (verdicts: readonly GrantVerdict[]) =>
    Math.max(0, ...inputs.plans.filter(isHeating).map((measure) => sumGrants(measure, verdicts))) +
    inputs.plans.filter((measure) => !isHeating(measure)).reduce((total, plan) => total + sumGrants(plan, verdicts), 0)
  const certainAmount = sumVerdicts(['for you'])
  return {
    results: { total: createBand('£', certainAmount, [sumVerdicts(['for you', 'open'])]) },
    grants,
    warnings: [],
    referenceKeys: trackedValues.usedKeys(),
  }
}

function toGrant(measure: GrantMeasure, { getReferenceKey, judge }: Scheme, inputs: GrantInputs, referenceValues: ReferenceValues): Grant {
  const referenceValue = referenceValues.find(getReferenceKey(inputs))
  const { hasNoAmount, ...judgement } = judge(inputs, referenceValues)
  const grant = {
    key: getReferenceKey(inputs),
    plan: measure,
    label: referenceValue?.label ?? getReferenceKey(inputs),
    until: referenceValue?.to ?? null,
    ...judgement,
  }
  if (judgement.verdict === 'not for you') return grant
  if (!referenceValue || referenceValue.isExpired) return { ...grant, verdict: 'open', because: explainMissingAmount(referenceValue) }
  return hasNoAmount ? grant : { ...grant, pounds: referenceValue.value }
}

const explainMissingAmount = (referenceValue: ReferenceValue | undefined) =>
  referenceValue?.to
    ? `The amount is known only until ${formatLongDate(referenceValue.to, DEFAULT_LANGUAGE)}. The next one is not decided yet.`
    : 'The amount for that date is not known.'
