/** The duties of the kit, with their sources and questions. Without zod, as the browser loads this module. */
import { keysOf } from '#platform/client/typed-entries.client.ts'
import type { DutySection } from './duty-question.policy.ts'
import { CHILDREN_ACCESS_SECTIONS } from './texts/children-access.policy.ts'
import { ILLEGAL_CONTENT_SECTIONS } from './texts/illegal-content.policy.ts'
import { COMPLAINT_SECTIONS, CONTACT_SECTIONS, PROCESSOR_SECTIONS, RETENTION_SECTIONS } from './texts/other-duties.policy.ts'
import { REVIEW_RISK_SECTIONS } from './texts/review-risks.policy.ts'

/** Shown on the page and in every document. */
export const NO_LEGAL_ADVICE = 'This is help, not legal advice.'
export const KIT_TITLE = 'Legal duties'

export interface DutySource {
  title: string
  url: string
}

export interface Duty {
  title: string
  /** What the record is for, in one or two sentences. */
  summary: string
  sources: readonly DutySource[]
  sections: readonly DutySection[]
  /** Groups of facts about the site that the record contains. */
  facts: readonly FactGroup[]
}

export type FactGroup = 'features' | 'community' | 'reports' | 'reviews' | 'children' | 'retention' | 'technology'

const ACT = 'https://www.legislation.gov.uk/ukpga/2023/50/section'
const UK_GDPR = 'https://www.legislation.gov.uk/eur/2016/679/article'

export const DUTIES = {
  'illegal-content': {
    title: 'Illegal content risk assessment',
    summary:
      'Services on which people in the UK can meet other people’s content must assess how likely illegal content is there, what harm it could do, and what they do about it.',
    sources: [
      { title: 'Online Safety Act 2023, section 9', url: `${ACT}/9` },
      { title: 'Online Safety Act 2023, section 23 (records and reviews)', url: `${ACT}/23` },
      {
        title: 'Ofcom: Quick guide to illegal content risk assessments',
        url: 'https://www.ofcom.org.uk/online-safety/illegal-and-harmful-content/quick-guide-to-online-safety-risk-assessments',
      },
    ],
    sections: ILLEGAL_CONTENT_SECTIONS,
    facts: ['features', 'community', 'reports'],
  },
  'children-access': {
    title: 'Children’s access assessment',
    summary:
      'The same services must assess whether children are likely to access them. If the outcome is no, Ofcom expects a new assessment at least every 12 months.',
    sources: [
      { title: 'Online Safety Act 2023, section 35', url: `${ACT}/35` },
      { title: 'Online Safety Act 2023, section 36', url: `${ACT}/36` },
      { title: 'Online Safety Act 2023, section 37', url: `${ACT}/37` },
      {
        title: 'Ofcom: Children’s access assessment duties',
        url: 'https://www.ofcom.org.uk/online-safety/illegal-and-harmful-content/childrens-access-assessment-duties-under-the-online-safety-act',
      },
    ],
    sections: CHILDREN_ACCESS_SECTIONS,
    facts: ['features', 'community', 'children'],
  },
  'review-risks': {
    title: 'Review risk assessment',
    summary:
      'Traders that publish consumer reviews must take reasonable and proportionate steps to prevent and remove fake reviews and those that conceal an incentive.',
    sources: [
      {
        title: 'Digital Markets, Competition and Consumers Act 2024, Schedule 20',
        url: 'https://www.legislation.gov.uk/ukpga/2024/13/schedule/20',
      },
      { title: 'CMA: Fake reviews (CMA208)', url: 'https://www.gov.uk/government/publications/fake-reviews-cma208' },
    ],
    sections: REVIEW_RISK_SECTIONS,
    facts: ['reviews', 'reports'],
  },
  complaints: {
    title: 'Complaints route',
    summary: 'People must be able to report content easily, and to complain, also about decisions on their own posts.',
    sources: [
      { title: 'Online Safety Act 2023, section 20 (reports)', url: `${ACT}/20` },
      { title: 'Online Safety Act 2023, section 21 (complaints)', url: `${ACT}/21` },
      {
        title: 'Data (Use and Access) Act 2025, section 103 (complaints about personal data)',
        url: 'https://www.legislation.gov.uk/ukpga/2025/18/section/103',
      },
    ],
    sections: COMPLAINT_SECTIONS,
    facts: ['features', 'reports'],
  },
  contact: {
    title: 'Named contact',
    summary: 'Who is responsible for these duties, and how the public and authorities reach them.',
    sources: [
      { title: 'Online Safety Act 2023, section 23 (records and reviews)', url: `${ACT}/23` },
      {
        title: 'Ofcom: Quick guide to illegal content risk assessments',
        url: 'https://www.ofcom.org.uk/online-safety/illegal-and-harmful-content/quick-guide-to-online-safety-risk-assessments',
      },
    ],
    sections: CONTACT_SECTIONS,
    facts: ['features'],
  },
  retention: {
    title: 'Data retention',
    summary: 'Personal data must not be stored for longer than necessary, and the periods should be on record.',
    sources: [
      { title: 'UK GDPR, article 5 (storage limitation)', url: `${UK_GDPR}/5` },
      { title: 'UK GDPR, article 30 (records of processing)', url: `${UK_GDPR}/30` },
    ],
    sections: RETENTION_SECTIONS,
    facts: ['retention'],
  },
  processors: {
    title: 'Processors and record of processing',
    summary:
      'What personal data you use and why, and which companies process it for you. The ICO says that organisations with fewer than 250 employees must still record processing that is not occasional; member accounts usually count.',
    sources: [
      { title: 'UK GDPR, article 28 (processors)', url: `${UK_GDPR}/28` },
      { title: 'UK GDPR, article 30 (records of processing)', url: `${UK_GDPR}/30` },
      {
        title: 'ICO: Documentation',
        url: 'https://ico.org.uk/for-organisations/uk-gdpr-guidance-and-resources/accountability-and-governance/guide-to-accountability-and-governance/accountability-and-governance/documentation/',
      },
    ],
    sections: PROCESSOR_SECTIONS,
    facts: ['technology', 'community', 'retention'],
  },
} as const satisfies Record<string, Duty>

export type DutyKey = keyof typeof DUTIES
export const DUTY_KEYS = keysOf(DUTIES)
export const dutyOf = (key: DutyKey): Duty => DUTIES[key]

/** Months until a signed record is due for review. */
export const REVIEW_MONTHS = [3, 6, 12] as const
export type ReviewMonths = (typeof REVIEW_MONTHS)[number]
export const DEFAULT_REVIEW_MONTHS: ReviewMonths = 12
export const SIGNATORY_MAX = 120
