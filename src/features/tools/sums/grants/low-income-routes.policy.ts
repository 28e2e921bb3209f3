/**
 * Schemes for homes with a low income, by nation. They pay more than the grants for everybody, so the tool `grants` lists them first.
 * The tool does not ask for the income: the page sorts the list in the browser.
 */
import type { Nation, ReferenceValues } from '#features/figures/figures.policy.ts'
import { formatLongDate } from '#wording/dates.ts'
import { DEFAULT_LANGUAGE, formatNumber } from '#wording/numbers.ts'
import type { GrantInputs, GrantMeasure, GrantVerdict } from './grant-inputs.policy.ts'

export interface LowIncomeRoute {
  name: string
  /** `open`: it depends on income and home, which the scheme checks itself. */
  verdict: Exclude<GrantVerdict, 'for you'>
  because: string
  /** What the scheme pays, or paid if its last day has passed. */
  pays: string
  /** Page with which to apply. */
  url: string
}

interface Route {
  name: string
  nations: readonly Nation[]
  measures: readonly GrantMeasure[]
  url: string
  pays: string
  /** In place of `pays` once the reference value of `periodKey` has expired, because what follows is not confirmed. */
  paid?: { periodKey: string; text: string }
  /** Reason why council and housing association tenants cannot apply. */
  socialTenants: string
  /** Key of the reference value whose period ends on the scheme’s last day. */
  endKey?: string
  describeConditions: (referenceValues: ReferenceValues, day: string) => string
}

const FABRIC_AND_HEATING: readonly GrantMeasure[] = ['insulation', 'air-to-water', 'ground-source', 'air-to-air', 'biomass']
const ASK_LANDLORD = 'It is for owners and private tenants. Ask your landlord, who has schemes of another kind.'

/** Returns the income limit of a scheme as an amount in £; `…` if it is not known. */
const formatLimit = (key: string, referenceValues: ReferenceValues) => {
  const limit = referenceValues.find(key)
  return limit ? `£${formatNumber(limit.value)}` : '…'
}

/** Returns a sentence about the last day of a scheme that has passed without a confirmed successor; empty before. */
function describeEnd(key: string, referenceValues: ReferenceValues): string {
  const limit = referenceValues.find(key)
  return limit?.isExpired && limit.to
    ? ` It was due to run until ${formatLongDate(limit.to, DEFAULT_LANGUAGE)}; what follows is not confirmed.`
    : ''
}

const ROUTES: readonly Route[] = [
  {
    name: 'Warm Homes: Local Grant',
    nations: ['england'],
    measures: [...FABRIC_AND_HEATING, 'solar', 'battery'],
    url: 'https://www.gov.uk/apply-warm-homes-local-grant',
    pays: 'Insulation, low-carbon heating and solar panels; owners pay nothing.',
    socialTenants: ASK_LANDLORD,
    describeConditions: (referenceValues) =>
      `Through your council, for a home with EPC D to G and a household income of ${formatLimit('warm-homes.income', referenceValues)} or less, a means-tested benefit or an eligible postcode.${describeEnd('warm-homes.income', referenceValues)}`,
  },
  {
    name: 'Nest',
    nations: ['wales'],
    measures: [...FABRIC_AND_HEATING, 'solar'],
    url: 'https://www.nest.gov.wales/en/eligibility/',
    pays: 'Advice for everybody; improvements are free to those who qualify.',
    socialTenants: ASK_LANDLORD,
    describeConditions: () =>
      'For a home that is expensive to heat, with a means-tested benefit, or a low income and a health condition. The income limits change: ask.',
  },
  {
    name: 'Warmer Homes Scotland',
    nations: ['scotland'],
    measures: [...FABRIC_AND_HEATING, 'solar'],
    url: 'https://www.homeenergyscotland.org/find-funding-grants-and-loans/warmer-homes-scotland',
    pays: 'Improvements worth £10,000 or more, in most cases free.',
    socialTenants: ASK_LANDLORD,
    describeConditions: () => 'For owners and private tenants who struggle to heat their home. Call Home Energy Scotland on 0808 808 2282.',
  },
  {
    name: 'Affordable Warmth',
    nations: ['northern-ireland'],
    measures: FABRIC_AND_HEATING,
    url: 'https://www.nihe.gov.uk/housing-help/affordable-warmth-boiler-replacement/affordable-warmth-scheme',
    pays: 'Up to £7,500, or £10,000 with solid walls.',
    paid: { periodKey: 'affordable-warmth.income', text: 'It paid up to £7,500, or £10,000 with solid walls.' },
    socialTenants: ASK_LANDLORD,
    describeConditions: (referenceValues) =>
      `For owners and private tenants with a household income below ${formatLimit('affordable-warmth.income', referenceValues)}.${describeEnd('affordable-warmth.income', referenceValues)} The Housing Executive’s advice line knows: 0800 111 44 55.`,
  },
  {
    name: 'ECO4',
    endKey: 'eco4.end',
    nations: ['england', 'wales', 'scotland'],
    measures: [...FABRIC_AND_HEATING, 'solar'],
    url: 'https://www.ofgem.gov.uk/environmental-and-social-schemes/energy-company-obligation-eco',
    pays: 'Insulation and heating, paid by large energy suppliers.',
    socialTenants: 'For social housing the landlord arranges it.',
    describeConditions: (referenceValues) => {
      const end = referenceValues.find('eco4.end')?.to
      const known = 'For homes with certain benefits or a low income and a poor EPC.'
      if (!end) return `${known} It has no successor, and its last day is not confirmed: do not plan on it.`
      return `${known} The work must be finished by ${formatLongDate(end, DEFAULT_LANGUAGE)}; the scheme has no successor. A new application will hardly be finished by then.`
    },
  },
]

/** Returns the verdict on a scheme whose last day has passed; otherwise undefined. */
function judgeEnded(endKey: string | undefined, referenceValues: ReferenceValues): Pick<LowIncomeRoute, 'verdict' | 'because'> | undefined {
  const end = endKey === undefined ? undefined : referenceValues.find(endKey)?.to
  return end && referenceValues.day > end
    ? { verdict: 'not for you', because: `It ended on ${formatLongDate(end, DEFAULT_LANGUAGE)} and has no successor.` }
    : undefined
}

/** Lists the schemes of the nation that pay for a planned measure, in the order in which to try them. */
export function listLowIncomeRoutes({ nation, tenure, plans, day }: GrantInputs, allReferenceValues: ReferenceValues): LowIncomeRoute[] {
  const referenceValues = allReferenceValues.forDay(day)
  return ROUTES.filter(({ nations, measures }) => nations.includes(nation) && plans.some((plan) => measures.includes(plan))).map(
    ({ name, url, pays, paid, socialTenants, endKey, describeConditions }) => ({
      name,
      url,
      pays: paid && referenceValues.find(paid.periodKey)?.isExpired ? paid.text : pays,
      ...(tenure === 'social'
        ? { verdict: 'not for you', because: socialTenants }
        : (judgeEnded(endKey, referenceValues) ?? {
            verdict: 'open',
            because:
              tenure === 'landlord'
                ? `${describeConditions(referenceValues, day)} The income that counts is your tenant’s.`
                : tenure === 'tenant'
                  ? `${describeConditions(referenceValues, day)} Your landlord has to agree.`
                  : describeConditions(referenceValues, day),
          })),
    }),
  )
}
