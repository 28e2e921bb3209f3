import { AUDIT_SUBJECT_LABELS } from '#features/audit/audit-subjects.policy.ts'
import { getOwn } from '#platform/client/get-own.client.ts'

const PAST: Record<string, string> = {
  create: 'created',
  edit: 'changed',
  change: 'changed',
  delete: 'deleted',
  restore: 'restored',
  remove_for_good: 'deleted for good',
  open: 'begun',
  refused: 'refused',
  publish: 'published',
  close: 'closed',
  status: 'given a new status',
  notes: 'given new notes',
  password: 'given a new password',
  password_link: 'sent a link for a new password',
  pin: 'pinned',
  unpin: 'unpinned',
  lock: 'locked',
  unlock: 'unlocked',
  hide: 'hidden',
  show: 'shown again',
  approve: 'approved',
  reject: 'rejected',
  remove_demo_content: 'changed: demo content removed',
  move: 'moved',
  suspend: 'suspended',
  resume: 'resumed',
  retire: 'retired',
  launch: 'launched',
  set_quotas: 'given other limits',
  prove_domain: 'proved its domain',
  lose_domain: 'lost its domain',
  download: 'downloaded',
  export: 'list downloaded',
  remove: 'removed',
  retry: 'tried again',
  mail_retry: 'sent mail again',
  discard: 'discarded',
  pause: 'paused',
  new_secret: 'given a new secret',
  replay: 'told of an event again',
  second_factor_on: 'given a second factor',
  second_factor_off: 'without a second factor',
  passkey_added: 'given a passkey',
  passkey_removed: 'without one of its passkeys',
}

/** `product.remove_for_good` → "Product deleted for good"; what has no word of its own is shown as it is. */
export function actionLabel(action: string): string {
  const [subject = '', verb = ''] = action.split('.')
  const noun = getOwn<string>(AUDIT_SUBJECT_LABELS, subject) ?? subject
  return `${noun} ${PAST[verb] ?? verb.replaceAll('_', ' ')}`
}

/** `publishedAt` → "Published at", `features.expertAdvice` → "Features: expert advice". */
export function fieldLabel(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .replaceAll('.', ': ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
