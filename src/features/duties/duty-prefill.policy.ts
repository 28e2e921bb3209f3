/** First answers of a record, written from the facts about the site. The operator checks and completes them. */
import type { DutyKey } from './duties.policy.ts'
import { ON, type Fact } from './duty-facts.policy.ts'
import type { Answers } from './duty-question.policy.ts'

interface PrefillInput {
  siteName: string
  /** Facts by key. */
  facts: ReadonlyMap<string, Fact>
}

/** Returns the answers that can be derived from the site. */
export function prefillAnswers(duty: DutyKey, siteName: string, facts: readonly Fact[]): Answers {
  return PREFILLS[duty]({ siteName, facts: new Map(facts.map((fact) => [fact.key, fact])) })
}

const isOn = ({ facts }: PrefillInput, key: string): boolean => facts.get(key)?.value === ON
const valueOf = ({ facts }: PrefillInput, key: string): string => facts.get(key)?.value ?? ''
const lines = (...parts: (string | false)[]): string => parts.filter((part) => part !== false).join('\n')

const REPORTING =
  'Every topic, reply, review, profile and review picture has a “Report” button, for visitors without an account too. They choose a reason, can add text, and get the decision.'
const DECISIONS =
  'Each decision has a reason and is sent to the author and to the person who reported. The log of decisions cannot be changed.'
const APPEALS = 'Authors and people who report can appeal once. Where there are two administrators, another one decides about the appeal.'
const targets = (input: PrefillInput): string =>
  `Target times: ${valueOf(input, 'target.illegal')} for illegal content, ${valueOf(input, 'target.children')} for content harmful to children, ${valueOf(input, 'target.harassment')} for harassment.`

const PREFILLS: Record<DutyKey, (input: PrefillInput) => Answers> = {
  'illegal-content': (input) => ({
    service: lines(
      `${input.siteName} is a website about net zero technology.`,
      isOn(input, 'feature.forums') &&
        `Members${isOn(input, 'guestPosting') ? ' and guests without an account' : ''} can post topics and replies in a public forum. Members can add pictures.`,
      isOn(input, 'feature.products') && 'People can review products, with pictures.',
      isOn(input, 'feature.userAccounts') ? 'Members have a public profile.' : 'People cannot create accounts.',
      'Members cannot send private messages to each other.',
    ),
    evidence: lines(
      `Reports by members and visitors: ${valueOf(input, 'count.reports')}, of these as against the law: ${valueOf(input, 'count.illegal')}.`,
      `Decisions: ${valueOf(input, 'count.decisions')}, of these with an action: ${valueOf(input, 'count.actions')}.`,
    ),
    measures: lines(
      REPORTING,
      targets(input),
      DECISIONS,
      APPEALS,
      'Administrators can hide or remove content, warn, restrict for a time, and close accounts.',
      isOn(input, 'guestPosting') && 'Reviews by guests that contain a link wait for approval.',
    ),
  }),
  'children-access': () => ({ 'age-assurance': 'no' }),
  'review-risks': (input) => ({
    reviews: lines(
      `Reviews: ${valueOf(input, 'count.reviews')}, of these by verified owners: ${valueOf(input, 'count.verifiedReviews')}. Products: ${valueOf(input, 'count.products')}.`,
      isOn(input, 'guestPosting') ? 'Members and guests can write reviews.' : 'Only members can write reviews.',
      'The ranking of products takes the number of reviews into account.',
    ),
    detection: lines(
      'Anyone can report a review, with “The author hides a commercial interest” as a reason.',
      'Members can prove a purchase; an administrator checks the proof.',
      'Reviews by guests that contain a link wait for approval.',
    ),
    action: lines('Reviews are hidden or removed after a decision with a reason. Their writers are notified and can appeal once.'),
  }),
  complaints: (input) => ({
    route: REPORTING,
    handling: lines('Administrators see all reports in one queue, overdue ones first.', targets(input)),
    authors: lines(APPEALS, `They have ${valueOf(input, 'appealDays')} to appeal.`),
  }),
  contact: (input) => ({ operator: input.siteName }),
  retention: () => ({
    unlimited: lines(
      'Accounts and profiles: until the member closes the account.',
      'Posts and reviews: until their author or an administrator deletes them; after an account is closed they stay under “Deleted member”.',
    ),
    backups: 'Backups contain deleted data until they are deleted themselves.',
  }),
  processors: (input) => ({
    people: lines(
      isOn(input, 'feature.userAccounts') && 'Members: username, name, email address, posts, sign-ins and browsers.',
      'Visitors: reports, newsletter subscriptions and the security of the server.',
      isOn(input, 'enquiryMail') && 'People who send enquiries: name, email address, phone number, address and message.',
    ),
    recipients: lines(
      isOn(input, 'enquiryMail') && 'Enquiries are sent to the email address in the settings.',
      isOn(input, 'webhooks') && 'Webhooks send events to other systems.',
    ),
    hosting: lines(
      valueOf(input, 'operator') !== '' && `The site runs on the installation of ${valueOf(input, 'operator')}.`,
      `Database: ${valueOf(input, 'database')}.`,
    ),
    mail: `${valueOf(input, 'mailServer')}.`,
    storage: `Pictures: ${valueOf(input, 'files')}.`,
    security: 'Encrypted connections, hashed passwords, an optional second factor, an audit log, and access for administrators only.',
  }),
}
