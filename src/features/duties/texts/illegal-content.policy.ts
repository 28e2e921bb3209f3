/** Texts of the illegal content risk assessment. */
import type { DutySection, RiskItem } from '#features/duties/duty-question.policy.ts'

/**
 * Kinds of priority illegal content in Ofcom's guidance: the 17 of December 2024, with suicide and self-harm combined and cyberflashing
 * added after the Online Safety Act 2023 (Priority Offences) (Amendment) Regulations 2025 (Ofcom's statement of June 2026).
 */
const ILLEGAL_CONTENT_KINDS = {
  terrorism: { label: 'Terrorism', hint: 'Content that encourages, promotes or helps terrorism.' },
  csea: {
    label: 'Child sexual exploitation and abuse',
    hint: 'Ofcom asks you to consider grooming, images of abuse, and links to such images separately: say so in the reasons.',
  },
  hate: { label: 'Hate', hint: 'Stirring up hatred about race, religion or sexual orientation.' },
  harassment: { label: 'Harassment, stalking, threats and abuse', hint: 'Including threats to kill and pile-ons.' },
  coercive: { label: 'Controlling or coercive behaviour', hint: 'Against a partner or family member, for example by monitoring posts.' },
  'intimate-images': { label: 'Intimate image abuse', hint: 'Sharing, or threatening to share, intimate pictures without consent.' },
  cyberflashing: { label: 'Cyberflashing', hint: 'Sending unwanted sexual pictures. A kind of its own since Ofcom’s update of June 2026.' },
  'extreme-pornography': { label: 'Extreme pornography', hint: 'Possession and publication of extreme pornographic images.' },
  'sexual-exploitation': { label: 'Sexual exploitation of adults', hint: 'Controlling prostitution for gain, for example by adverts.' },
  trafficking: { label: 'Human trafficking', hint: 'Including modern slavery, such as fake job offers.' },
  immigration: { label: 'Unlawful immigration', hint: 'Helping or advertising unlawful entry.' },
  fraud: { label: 'Fraud and financial offences', hint: 'Fake traders, investment scams, phishing links, fake grants and installers.' },
  'proceeds-of-crime': { label: 'Proceeds of crime', hint: 'Recruiting people to move money, and selling stolen goods.' },
  drugs: { label: 'Drugs and psychoactive substances', hint: 'Offering or advertising them.' },
  weapons: { label: 'Firearms, knives and other weapons', hint: 'Offering or advertising prohibited weapons.' },
  suicide: {
    label: 'Encouraging or assisting suicide or serious self-harm',
    hint: 'Ofcom combined the two in its update of June 2026.',
  },
  'foreign-interference': { label: 'Foreign interference', hint: 'Disinformation by or for a foreign state.' },
  'animal-cruelty': { label: 'Animal cruelty', hint: 'Pictures of, or instructions for, causing unnecessary suffering.' },
} as const satisfies Record<string, RiskItem>

export const ILLEGAL_CONTENT_SECTIONS: readonly DutySection[] = [
  {
    title: 'The service',
    questions: [
      {
        kind: 'text',
        name: 'service',
        label: 'What the site offers, and who uses it',
        hint: 'How people can post, reply, review, share pictures or links, and contact each other.',
        isRequired: true,
      },
      {
        kind: 'text',
        name: 'evidence',
        label: 'Evidence that you have used',
        hint: 'Reports, moderators’ experience, complaints, Ofcom’s risk profiles and register of risks.',
        isRequired: true,
      },
      {
        kind: 'choice',
        name: 'profiles',
        label: 'Have you read Ofcom’s risk profiles for services like yours?',
        options: { yes: 'Yes', no: 'Not yet' },
        isRequired: true,
      },
    ],
  },
  {
    title: 'Kinds of illegal content',
    about:
      'For each kind, how likely is it that people meet it here or use the site for it, and how severe would the harm be? The level is a suggestion from your two answers: Ofcom’s guidance decides what counts as low, medium or high.',
    questions: [
      { kind: 'risks', name: 'risk', label: 'Priority illegal content', items: ILLEGAL_CONTENT_KINDS, isRequired: true },
      {
        kind: 'text',
        name: 'other',
        label: 'Other illegal content',
        hint: 'Offences that are not on the list but could happen here. Write “None found” if so.',
        isRequired: true,
      },
    ],
  },
  {
    title: 'Measures',
    questions: [
      {
        kind: 'text',
        name: 'measures',
        label: 'Measures in place',
        hint: 'Filled in from the site’s settings. Check and complete it.',
        isRequired: true,
      },
      { kind: 'text', name: 'planned', label: 'Further measures, with dates', hint: 'Leave blank if none are needed.' },
      {
        kind: 'text',
        name: 'conclusion',
        label: 'Conclusion',
        hint: 'The overall level of risk, and whether the measures are enough.',
        isRequired: true,
      },
    ],
  },
]
