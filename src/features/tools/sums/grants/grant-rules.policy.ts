/** Judges the conditions of each grant scheme: whether the home gets it, and why. */
import type { ReferenceValues } from '#features/figures/figures.policy.ts'
import { formatNumber } from '#wording/numbers.ts'
import type { Grant, GrantInputs, GrantMeasure } from './grant-inputs.policy.ts'

export type Judgement = Pick<Grant, 'verdict' | 'because'> &
  Partial<Pick<Grant, 'share'>> & {
    hasNoAmount?: boolean
    /** Whether the amount of an open grant is the likely one, for example because only its last day is unconfirmed. */
    isLikely?: boolean
    /** Part of an open grant that is certain, in £. */
    certainPounds?: number
  }

export const notForYou = (because: string): Judgement => ({ verdict: 'not for you', because })
const forYou = (because: string, extra: Partial<Judgement> = {}): Judgement => ({ verdict: 'for you', because, ...extra })
export const open = (because: string, extra: Partial<Judgement> = {}): Judgement => ({ verdict: 'open', because, ...extra })

const isTenant = (tenure: GrantInputs['tenure']): boolean => tenure === 'tenant' || tenure === 'social'

/** Judges the VAT on energy-saving materials, which the one who orders the work pays. */
export function judgeVat({ tenure }: GrantInputs, referenceValues: ReferenceValues): Judgement {
  const vat = `VAT is ${referenceValues.find('vat.energy-saving')?.value ?? '?'}% on the whole job, when it is installed`
  return isTenant(tenure)
    ? open(`${vat} for your landlord, who decides about the work.`, { hasNoAmount: true })
    : forYou(`${vat} for you.`, { hasNoAmount: true })
}

/** Checks the conditions that all grants of the Boiler Upgrade Scheme share. */
export function judgeBoilerUpgradeScheme({ nation, tenure, fuel }: GrantInputs): Judgement {
  if (nation === 'scotland')
    return notForYou('The Boiler Upgrade Scheme is for England and Wales. In Scotland there is Home Energy Scotland.')
  if (nation === 'northern-ireland') return notForYou('The Boiler Upgrade Scheme is for England and Wales.')
  if (tenure === 'social') return notForYou('Social housing is excluded.')
  if (tenure === 'tenant') return notForYou('Only the owner can apply. Ask your landlord.')
  if (fuel === 'heat-pump') return notForYou('It is for replacing a boiler or electric heating, and you already have a heat pump.')
  return forYou('You own the home and replace a boiler or electric heating. Sources disagree on whether an EPC is needed: have one ready.')
}

/** An end that is reported but not confirmed leaves a grant open, because it may be gone on the day of the work. */
export const withUnconfirmedEnd = (judgement: Judgement, certainPounds = 0): Judgement =>
  judgement.verdict === 'for you'
    ? open(
        `${judgement.because} The last day of this amount is reported but not confirmed: have the installer confirm it before you sign.`,
        { isLikely: true, certainPounds },
      )
    : judgement

/** Returns the judgement for the day of the work: after the last financial year with funding in the plan, the grant is open. */
export function judgeBoilerUpgradeDay(judgement: Judgement, day: string, referenceValues: ReferenceValues): Judgement {
  const lastYear = referenceValues.find('bus.end')?.value
  return judgement.verdict === 'for you' && lastYear !== undefined && day > `${lastYear}-03-31`
    ? open('The plan has money until the financial year before that date. What follows is not decided.')
    : judgement
}

/** Checks the conditions of the grant for heat pumps that heat the air of the rooms, which has separate rows and a separate amount. */
export function judgeAirToAir(inputs: GrantInputs): Judgement {
  const judgement = judgeBoilerUpgradeScheme(inputs)
  if (judgement.verdict !== 'for you') return judgement
  return inputs.isOffGasGrid
    ? open(
        'On the gas grid it is £2,500. Off it the notice has rows of their own by the fuel that is replaced; their amounts are not confirmed. Ask the installer.',
      )
    : forYou(
        'You own the home and replace a boiler or electric heating. It heats rooms and no water, so the quote must say what heats your hot water and which heaters may stay.',
      )
}

export function judgeBiomass(inputs: GrantInputs): Judgement {
  const judgement = judgeBoilerUpgradeScheme(inputs)
  if (judgement.verdict !== 'for you') return judgement
  return inputs.isOffGasGrid && inputs.isRural ? judgement : notForYou('Biomass boilers qualify only in rural areas off the gas grid.')
}

export function judgeHomeEnergyScotland({ nation, tenure }: GrantInputs): Judgement {
  if (nation !== 'scotland') return notForYou('Home Energy Scotland is for homes in Scotland.')
  if (tenure !== 'owner') return notForYou('It is for people who own and live in their home.')
  return open('Home Energy Scotland assesses your home first and applies its own conditions.')
}

/** Loans without interest of Home Energy Scotland run longer, the larger they are. */
export function judgeScottishLoan(inputs: GrantInputs, referenceValues: ReferenceValues): Judgement {
  const judgement = judgeHomeEnergyScotland(inputs)
  if (judgement.verdict === 'not for you') return judgement
  const [amount, years] = [referenceValues.find('scotland.heat-pump-loan'), referenceValues.find('scotland.loan-years')]
  const term = years
    ? ` You repay less than £5,000 within ${years.low} years, up to £9,999 within ${years.value} and more within ${years.high}.`
    : ''
  return open(`A loan, not a grant: up to £${amount ? formatNumber(amount.value) : '…'} without interest.${term}`, { hasNoAmount: true })
}

export function judgeChargepointGrant(
  { tenure, isFlat, parking, hasPavementChannel }: GrantInputs,
  referenceValues: ReferenceValues,
): Judgement {
  const share = referenceValues.find('chargepoint.share')?.value
  if (tenure === 'landlord') return forYou('Residential landlords can get it for each socket.', { share })
  if (hasPavementChannel && parking !== 'own')
    return forYou('You park on the street and have a cable channel that the council allows.', { share })
  const who = tenure === 'owner' ? (isFlat ? 'You own a flat' : undefined) : 'You rent'
  if (who === undefined && parking === 'street')
    return notForYou('On the street it needs a cable channel across the pavement, which the council has to allow.')
  if (who === undefined)
    return notForYou('It is for people who rent, live in a flat or park on the street. Owners of a house with a drive do not qualify.')
  switch (parking) {
    case 'own':
      return forYou(`${who} and have a private parking space off the street. You also need an electric car on the list.`, { share })
    case 'unknown':
      return open(`${who}. It needs a private parking space off the street that is yours, or a cable channel across the pavement.`, {
        share,
      })
    case 'street':
      return notForYou('On the street it needs a cable channel across the pavement, which the council has to allow.')
    case 'none':
      return notForYou('It needs a private parking space off the street that is yours.')
  }
}

/** The duty of the Smart Export Guarantee covers what a generator exports, not electricity that a battery bought from the grid. */
export function judgeSmartExportGuarantee({ nation, tenure, plans, hasPanels }: GrantInputs, measure: GrantMeasure): Judgement {
  if (nation === 'northern-ireland') return notForYou('The Smart Export Guarantee does not cover Northern Ireland.')
  if (measure === 'battery' && !hasPanels && !plans.includes('solar'))
    return notForYou('Suppliers need not pay for a battery without solar panels or another generator. Some do: ask yours.')
  if (isTenant(tenure) && !hasPanels)
    return open('It is paid to whoever has the export meter in their name. Agree with your landlord who that is.', { hasNoAmount: true })
  return forYou('Large suppliers must pay you for what your own generation exports. Each sets its own rate.', { hasNoAmount: true })
}
