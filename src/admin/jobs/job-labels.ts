/** Formats the kinds, states and payloads of background jobs for display. */
import { getOwn } from '#platform/client/get-own.client.ts'

const KIND_LABELS: Record<string, string> = {
  'mail.send': 'Send an email',
  'newsletter.deliver': 'Send the newsletter',
  'webhooks.deliver': 'Call a webhook',
  'notices.mail': 'Send notices by email',
  'notices.digest': 'Send the daily digest of notices',
  'recap.digest': 'Send the weekly digest',
  'forums.tell-watchers': 'Notify the watchers of a topic',
  'forums.tell-late-reply': 'Notify the watchers of a topic about an approved reply',
}

export const JOB_STATE_LABELS = { waiting: 'Waiting', running: 'Running', held: 'Held', failed: 'Failed' } as const
export const JOB_PRIORITY_LABELS = { urgent: 'High', normal: 'Normal', bulk: 'Low' } as const

/** Returns the label of a kind of job. A kind without one is formatted: `demo.clean-up` becomes "Demo: clean up". */
export function formatJobKind(kind: string): string {
  const [feature = '', ...verbParts] = kind.split('.')
  const label = [feature, ...(verbParts.length > 0 ? [verbParts.join(' ')] : [])].map((part) => part.replaceAll(/[_-]/g, ' ')).join(': ')
  return getOwn(KIND_LABELS, kind) ?? label.charAt(0).toUpperCase() + label.slice(1)
}

/** Formats `{ mailId: 5 }` as "Mail id 5". */
export const formatJobPayload = (payload: Record<string, unknown>): string =>
  Object.entries(payload)
    .map(([name, value]) => {
      const label = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
      return `${label.charAt(0).toUpperCase()}${label.slice(1)} ${typeof value === 'string' ? value : JSON.stringify(value)}`
    })
    .join(', ')
