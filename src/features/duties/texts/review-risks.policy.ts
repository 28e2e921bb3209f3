/** Texts of the assessment of fake and misleading reviews. */
import type { DutySection, RiskItem } from '#features/duties/duty-question.policy.ts'

const REVIEW_RISKS = {
  fake: { label: 'Fake reviews', hint: 'Not based on a genuine experience, good or bad.' },
  incentivised: { label: 'Concealed incentives', hint: 'The writer got money, a discount or a free product and does not say so.' },
  'own-interest': { label: 'Reviews by sellers, installers or competitors', hint: 'Including by their staff and family.' },
  misattributed: { label: 'Reviews of another product', hint: 'Of an older model, another product or a different service.' },
  suppression: { label: 'Reviews hidden or edited selectively', hint: 'By the site itself, such as negative ones of an advertiser.' },
  'misleading-ratings': { label: 'Misleading average ratings', hint: 'Averages of few, old or unverified reviews.' },
} as const satisfies Record<string, RiskItem>

export const REVIEW_RISK_SECTIONS: readonly DutySection[] = [
  {
    title: 'Reviews on the site',
    questions: [
      {
        kind: 'text',
        name: 'reviews',
        label: 'How reviews are collected and published',
        hint: 'Who can write them, how many there are, and how ratings are calculated.',
        isRequired: true,
      },
      {
        kind: 'choice',
        name: 'trader',
        label: 'Do you publish reviews as a business (“trader”)?',
        hint: 'A charity or a club can be a trader too. If in doubt, treat it as yes.',
        options: { yes: 'Yes', no: 'No', unsure: 'Not sure' },
        isRequired: true,
      },
      { kind: 'text', name: 'incentives', label: 'Money or products that you, sellers or advertisers give for reviews', isRequired: true },
    ],
  },
  {
    title: 'Risks',
    about: 'For each risk, how likely is it here, and how much would it mislead people?',
    questions: [{ kind: 'risks', name: 'risk', label: 'Fake and misleading reviews', items: REVIEW_RISKS, isRequired: true }],
  },
  {
    title: 'Steps to prevent and remove them',
    about: 'The law asks for steps that are reasonable and proportionate. The CMA’s guidance describes them.',
    questions: [
      {
        kind: 'text',
        name: 'policy',
        label: 'Published policy that bans fake reviews and explains incentivised ones',
        hint: 'Where visitors can read it.',
        isRequired: true,
      },
      { kind: 'text', name: 'detection', label: 'How suspicious reviews are found', isRequired: true },
      { kind: 'text', name: 'action', label: 'What happens to them, and to their writers', isRequired: true },
      {
        kind: 'text',
        name: 'conclusion',
        label: 'Conclusion',
        hint: 'Whether the steps are enough, and what you will change.',
        isRequired: true,
      },
    ],
  },
]
