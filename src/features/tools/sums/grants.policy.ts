/** Tool `grants`: grants for a plan with amount, end date and the reason of each verdict. Sources are stored with the reference values. */
import { bandOf, type ToolResult } from '#features/tools/figures/bands.policy.ts'
import { trackReferenceValueUse, type ReferenceValue, type ReferenceValues, type Nation } from '#features/figures/figures.policy.ts'
import { formatLongDate } from '#wording/dates.ts'
import { DEFAULT_LANGUAGE, formatNumber } from '#wording/numbers.ts'

export const GRANT_PLANS = [
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
export type GrantPlan = (typeof GRANT_PLANS)[number]
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
  /** On-street parking with a cable channel across the pavement. */
  hasChannel: boolean
  plans: readonly GrantPlan[]
  /** Day of the work, as an ISO date. */
  day: string
}

/** `open`: the rules are not settled, or depend on circumstances that the tool does not ask for. */
export type GrantVerdict = 'for you' | 'not for you' | 'open'

export interface Grant {
  /** Key of the reference value. */
  key: string
  label: string
  plan: GrantPlan
  verdict: GrantVerdict
  because: string
  /** Maximum in £; undefined if the scheme pays no fixed amount or the verdict is `not for you`. */
  pounds?: number | undefined
  /** Limit as a share of the cost, 0 to 1. */
  share?: number | undefined
  until: string | null
}

export interface GrantResult extends ToolResult {
  grants: Grant[]
}

type Judgement = Pick<Grant, 'verdict' | 'because'> & Partial<Pick<Grant, 'share'>> & { hasNoAmount?: boolean }

interface Scheme {
  key: (inputs: GrantInputs) => string
  plans: readonly GrantPlan[]
  judge: (inputs: GrantInputs, referenceValues: ReferenceValues) => Judgement
}

const no = (because: string): Judgement => ({ verdict: 'not for you', because })
const yes = (because: string, more: Partial<Judgement> = {}): Judgement => ({ verdict: 'for you', because, ...more })
const open = (because: string, more: Partial<Judgement> = {}): Judgement => ({ verdict: 'open', because, ...more })

/** Conditions common to all grants of the Boiler Upgrade Scheme. */
function judgeUpgrade({ nation, tenure, fuel }: GrantInputs): Judgement {
  if (nation === 'scotland') return no('The Boiler Upgrade Scheme is for England and Wales. In Scotland there is Home Energy Scotland.')
  if (nation === 'northern-ireland') return no('The Boiler Upgrade Scheme is for England and Wales.')
  if (tenure === 'social') return no('Social housing is excluded.')
  if (tenure === 'tenant') return no('Only the owner can apply. Ask your landlord.')
  if (fuel === 'heat-pump') return no('It is for replacing a boiler or electric heating, and you already have a heat pump.')
  return yes('You own the home and replace a boiler or electric heating. Sources disagree on whether an EPC is needed: have one ready.')
}

function judgeBiomass(inputs: GrantInputs): Judgement {
  const upgrade = judgeUpgrade(inputs)
  if (upgrade.verdict !== 'for you') return upgrade
  return inputs.isOffGasGrid && inputs.isRural ? upgrade : no('Biomass boilers qualify only in rural areas off the gas grid.')
}

function judgeScotland({ nation, tenure }: GrantInputs): Judgement {
  if (nation !== 'scotland') return no('Home Energy Scotland is for homes in Scotland.')
  if (tenure !== 'owner') return no('It is for people who own and live in their home.')
  return open('Home Energy Scotland assesses your home first and applies its own conditions.')
}

function judgeChargepoint({ tenure, isFlat, hasChannel }: GrantInputs, referenceValues: ReferenceValues): Judgement {
  const share = referenceValues.find('chargepoint.share')?.value
  if (tenure === 'tenant' || tenure === 'social') return yes('You rent.', { share })
  if (tenure === 'landlord') return yes('Residential landlords can get it for each socket.', { share })
  if (isFlat) return yes('You live in a flat.', { share })
  if (hasChannel) return yes('You park on the street and have a cable channel.', { share })
  return no('It is for people who rent, live in a flat or park on the street. Owners of a house with a drive do not qualify.')
}

const isHeating = (plan: GrantPlan) => ['air-to-water', 'ground-source', 'air-to-air', 'biomass'].includes(plan)
const HEAT_PUMP_PLANS: readonly GrantPlan[] = ['air-to-water', 'ground-source']
const SCHEMES: readonly Scheme[] = [
  {
    key: ({ isOffGasGrid, fuel }) => (isOffGasGrid && (fuel === 'oil' || fuel === 'lpg') ? 'bus.off-grid-oil-lpg' : 'bus.air-to-water'),
    plans: ['air-to-water'],
    judge: (inputs) =>
      inputs.isOffGasGrid && inputs.fuel !== 'oil' && inputs.fuel !== 'lpg' && judgeUpgrade(inputs).verdict === 'for you'
        ? open('On the gas grid it is £7,500. The amount off the grid for your heating is not confirmed: ask the installer.')
        : judgeUpgrade(inputs),
  },
  {
    key: () => 'bus.ground-source',
    plans: ['ground-source'],
    judge: (inputs) =>
      inputs.isOffGasGrid && judgeUpgrade(inputs).verdict === 'for you'
        ? open('On the gas grid it is £7,500. The amount off the grid is not confirmed: ask the installer.')
        : judgeUpgrade(inputs),
  },
  {
    key: () => 'bus.air-to-air',
    plans: ['air-to-air'],
    judge: (inputs) =>
      inputs.isOffGasGrid && judgeUpgrade(inputs).verdict === 'for you'
        ? open('On the gas grid it is £2,500. The amount off the grid is not confirmed: ask the installer.')
        : judgeUpgrade(inputs),
  },
  { key: () => 'bus.biomass', plans: ['biomass'], judge: judgeBiomass },
  { key: () => 'scotland.heat-pump-grant', plans: HEAT_PUMP_PLANS, judge: judgeScotland },
  {
    key: () => 'scotland.rural-uplift',
    plans: HEAT_PUMP_PLANS,
    judge: (inputs) => (inputs.nation === 'scotland' && !inputs.isRural ? no('It is for rural areas and islands.') : judgeScotland(inputs)),
  },
  {
    key: ({ isRural }) => (isRural ? 'scotland.insulation-grant-rural' : 'scotland.insulation-grant'),
    plans: ['insulation'],
    judge: (inputs, referenceValues) => ({ ...judgeScotland(inputs), share: referenceValues.find('scotland.insulation-share')?.value }),
  },
  {
    key: () => 'vat.energy-saving',
    plans: ['air-to-water', 'ground-source', 'air-to-air', 'biomass', 'insulation', 'solar', 'battery'],
    judge: (_, referenceValues) =>
      yes(`VAT is ${referenceValues.find('vat.energy-saving')?.value ?? '?'}% on the whole job, when it is installed for you.`, {
        hasNoAmount: true,
      }),
  },
  { key: () => 'chargepoint.grant', plans: ['charger'], judge: judgeChargepoint },
  {
    key: () => 'car.grant',
    plans: ['electric-car'],
    judge: (_, referenceValues) => {
      const listPrice = referenceValues.find('car.grant-list-price')
      return open(
        `The car must be on the list and cost no more than £${listPrice ? formatNumber(listPrice.value) : '?'} new. The dealer deducts the grant.`,
      )
    },
  },
  {
    key: () => 'seg.least-customers',
    plans: ['solar', 'battery'],
    judge: ({ nation }) =>
      nation === 'northern-ireland'
        ? no('The Smart Export Guarantee does not cover Northern Ireland.')
        : yes('Large suppliers must pay you for what you export. Each sets its own rate.', { hasNoAmount: true }),
  },
]

/**
 * Judges every scheme that applies to the plans. The total is the certain amount at the low end and includes open grants at the high end.
 * A scheme without a reference value in force on the day is open.
 */
export function calculateGrants(inputs: GrantInputs, allReferenceValues: ReferenceValues): GrantResult {
  const used = trackReferenceValueUse(allReferenceValues)
  const referenceValues = used.on(inputs.day)
  const grants = inputs.plans.flatMap((plan) =>
    SCHEMES.filter(({ plans }) => plans.includes(plan)).map((scheme) => toGrant(plan, scheme, inputs, referenceValues)),
  )
  const sumOf = (plan: GrantPlan, verdicts: readonly GrantVerdict[]) =>
    grants.filter((grant) => grant.plan === plan && verdicts.includes(grant.verdict)).reduce((total, { pounds = 0 }) => total + pounds, 0)
  // A home gets only one heating grant, so the largest counts.
  const sum = (verdicts: readonly GrantVerdict[]) =>
    Math.max(0, ...inputs.plans.filter(isHeating).map((plan) => sumOf(plan, verdicts))) +
    inputs.plans.filter((plan) => !isHeating(plan)).reduce((total, plan) => total + sumOf(plan, verdicts), 0)
  const certainAmount = sum(['for you'])
  return {
    results: { total: bandOf('£', certainAmount, [sum(['for you', 'open'])]) },
    grants,
    warnings: [],
    referenceKeys: used.usedKeys(),
  }
}

function toGrant(plan: GrantPlan, { key, judge }: Scheme, inputs: GrantInputs, referenceValues: ReferenceValues): Grant {
  const referenceValue = referenceValues.find(key(inputs))
  const { hasNoAmount, ...judgement } = judge(inputs, referenceValues)
  const grant = { key: key(inputs), plan, label: referenceValue?.label ?? key(inputs), until: referenceValue?.to ?? null, ...judgement }
  if (judgement.verdict === 'not for you') return grant
  if (!referenceValue || referenceValue.isExpired) return { ...grant, verdict: 'open', because: expiryReason(referenceValue) }
  return hasNoAmount ? grant : { ...grant, pounds: referenceValue.value }
}

const expiryReason = (referenceValue: ReferenceValue | undefined) =>
  referenceValue?.to
    ? `The amount is known only until ${formatLongDate(referenceValue.to, DEFAULT_LANGUAGE)}. The next one is not decided yet.`
    : 'The amount for that date is not known.'
