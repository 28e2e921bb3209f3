/** Mails about decisions, to visitors who reported something. They do not quote the reported content. */
import { actionBlock, defineMail, textBlock } from '#features/mail/mail-template.service.ts'
import { DECISION_REASONS, REPORT_KINDS, type DecisionReason, type ReportKind } from './report-reason.policy.ts'

interface DecisionMail {
  kind: ReportKind
  /** Whether the moderators acted on the report. */
  isUpheld: boolean
  reason: DecisionReason
  text: string
  link: string
}
const SAMPLE: DecisionMail = {
  kind: 'reply',
  isUpheld: true,
  reason: 'spam',
  text: 'The reply advertised a shop.',
  link: 'https://example.org/decisions/7~key',
}

export const decisionMail = defineMail<DecisionMail>({
  name: 'reports.decision',
  label: 'Decision about a report, to a visitor',
  sample: SAMPLE,
  write: ({ name }, { kind, isUpheld, reason, text, link }) => ({
    subject: `Your report to ${name}: we have decided`,
    blocks: [
      textBlock(
        isUpheld
          ? `You reported a ${REPORT_KINDS[kind].toLowerCase()} at ${name}. We agree, and have acted on it. Reason: ${DECISION_REASONS[reason]}.`
          : `You reported a ${REPORT_KINDS[kind].toLowerCase()} at ${name}. We have checked it, and it stays. Reason: ${DECISION_REASONS[reason]}.`,
      ),
      ...(text ? [textBlock(text)] : []),
      actionBlock('View the decision', link),
      textBlock('If you think that we are wrong, you can appeal once on that page, within six months.'),
    ],
  }),
})

export const appealMail = defineMail<{ isOverturned: boolean; text: string; link: string }>({
  name: 'reports.appeal',
  label: 'Outcome of an appeal, to a visitor',
  sample: { isOverturned: false, text: 'A second moderator has checked the reply and agrees with the decision.', link: SAMPLE.link },
  write: ({ name }, { isOverturned, text, link }) => ({
    subject: `Your appeal to ${name}: we have decided`,
    blocks: [
      textBlock(
        isOverturned ? 'Your appeal was successful: we have changed the decision.' : 'We have checked the decision again, and it stays.',
      ),
      textBlock(text),
      actionBlock('View the decision', link),
    ],
  }),
})
