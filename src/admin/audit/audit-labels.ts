import { ACTION_LABELS, ACTION_SUBJECT_LABELS, VERB_LABELS } from '#features/audit/audit-actions.policy.ts'
import { getOwn } from '#platform/client/get-own.client.ts'

/**
 * Formats `product.remove_for_good` as "Product deleted for good". In an action of another version of the software, which has no label,
 * names are shown with spaces for underscores.
 */
export function formatAction(action: string): string {
  const label = getOwn<string>(ACTION_LABELS, action)
  if (label !== undefined) return label
  const [subject = '', verb = ''] = action.split('.')
  return `${getOwn<string>(ACTION_SUBJECT_LABELS, subject) ?? toWords(subject)} ${getOwn<string>(VERB_LABELS, verb) ?? toWords(verb)}`
}

const toWords = (name: string): string => name.replaceAll(/[_-]/g, ' ')

/** Formats `publishedAt` as "Published at", and `features.expertAdvice` as "Features: expert advice". */
export function formatFieldName(name: string): string {
  const label = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .replaceAll('.', ': ')
    .toLowerCase()
  return label.charAt(0).toUpperCase() + label.slice(1)
}
