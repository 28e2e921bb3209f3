/** How work in the background is called where people read of it. */
import { getOwn } from '#platform/client/get-own.client.ts'

const KIND_LABELS: Record<string, string> = {
  'mail.send': 'Send an email',
  'newsletter.deliver': 'Send the newsletter',
  'webhooks.deliver': 'Call a webhook',
  'notices.mail': 'Send notices by email',
  'notices.digest': 'Send the daily digest of notices',
  'forums.tell-watchers': 'Notify the watchers of a topic',
  'forums.tell-late-reply': 'Notify the watchers of a topic of an approved reply',
}

export const JOB_STATE_LABELS = { waiting: 'Waiting', running: 'Running', held: 'Held', failed: 'Failed' } as const
export const JOB_PRIORITY_LABELS = { urgent: 'Before all else', normal: 'In its turn', bulk: 'After all else' } as const

/** `newsletter.deliver` → "Newsletter: deliver" where it has no words of its own. */
export function formatJobKind(kind: string): string {
  const [feature = '', ...verb] = kind.split('.')
  const words = [feature, ...(verb.length > 0 ? [verb.join(' ')] : [])].map((one) => one.replaceAll(/[_-]/g, ' ')).join(': ')
  return getOwn(KIND_LABELS, kind) ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** `{ mailId: 5 }` → "Mail id 5". */
export const formatJobPayload = (payload: Record<string, unknown>): string =>
  Object.entries(payload)
    .map(([name, value]) => {
      const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
      return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${typeof value === 'string' ? value : JSON.stringify(value)}`
    })
    .join(', ')
