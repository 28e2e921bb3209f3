import { AUDIT_SUBJECT_LABELS } from '#features/audit/audit-subjects.policy.ts'
import { getOwn } from '#platform/client/get-own.client.ts'

/** Texts for the verbs of actions. A text follows the label of the subject, as in "Product deleted". */
const VERB_LABELS: Record<string, string> = {
  create: 'created',
  edit: 'changed',
  change: 'changed',
  delete: 'deleted',
  restore: 'restored',
  remove_for_good: 'deleted for good',
  open: 'started',
  refused: 'refused',
  publish: 'published',
  close: 'closed',
  status: 'status changed',
  notes: 'notes changed',
  password: 'password changed',
  password_link: 'password reset link sent',
  pin: 'pinned',
  unpin: 'unpinned',
  lock: 'locked',
  unlock: 'unlocked',
  accept_reply: 'reply accepted as the answer',
  withdraw_acceptance: 'acceptance of the answer withdrawn',
  confirm_reply: 'answer confirmed by an expert',
  withdraw_confirmation: 'confirmation of the answer withdrawn',
  mark_question: 'marked as a question',
  unmark_question: 'no longer marked as a question',
  hide: 'hidden',
  show: 'unhidden',
  approve: 'approved',
  reject: 'rejected',
  remove_demo_content: 'changed: demo content removed',
  replace_demo_content: 'changed: demo content replaced by starter content',
  move: 'moved',
  suspend: 'suspended',
  resume: 'resumed',
  retire: 'retired',
  launch: 'launched',
  set_quotas: 'limits changed',
  prove_domain: 'domain verified',
  lose_domain: 'domain disconnected',
  download: 'downloaded',
  export: 'list downloaded',
  remove: 'removed',
  retry: 'retried',
  mail_retry: 'email delivery resumed',
  discard: 'discarded',
  pause: 'paused',
  new_secret: 'secret changed',
  replay: 'event sent again',
  second_factor_on: 'two-factor authentication turned on',
  second_factor_off: 'two-factor authentication turned off',
  passkey_added: 'passkey added',
  passkey_removed: 'passkey removed',
}

/** Formats `product.remove_for_good` as "Product deleted for good". An unknown verb keeps its name, with spaces for underscores. */
export function formatAction(action: string): string {
  const [subject = '', verb = ''] = action.split('.')
  const noun = getOwn<string>(AUDIT_SUBJECT_LABELS, subject) ?? subject
  return `${noun} ${VERB_LABELS[verb] ?? verb.replaceAll('_', ' ')}`
}

/** Formats `publishedAt` as "Published at", and `features.expertAdvice` as "Features: expert advice". */
export function formatFieldName(name: string): string {
  const label = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .replaceAll('.', ': ')
    .toLowerCase()
  return label.charAt(0).toUpperCase() + label.slice(1)
}
