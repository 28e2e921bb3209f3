/** Formats actions, fields and values of audit entries, for the page and for the CSV export. */
import { getOwn } from '#platform/client/get-own.client.ts'
import { ACTION_LABELS, ACTION_SUBJECT_LABELS, VERB_LABELS } from './audit-actions.policy.ts'

type Values = Record<string, unknown>

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
    .replaceAll(/\burl\b/g, 'URL')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** Returns the fields that differ, each with its value before and after. Objects are flattened one level deep: `features.forums`. */
export function listChangedFields(before: Values | null, after: Values | null): { name: string; before: unknown; after: unknown }[] {
  const [oldValues, newValues] = [flatten(before), flatten(after)]
  return [...new Set([...Object.keys(oldValues), ...Object.keys(newValues)])]
    .map((name) => ({ name, before: oldValues[name], after: newValues[name] }))
    .filter((field) => formatAuditValue(field.before) !== formatAuditValue(field.after))
}

/** Flattens objects; arrays stay values. */
const flatten = (fields: Values | null): Values =>
  Object.fromEntries(
    Object.entries(fields ?? {}).flatMap(([name, value]) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.entries(value).map(([innerName, innerValue]) => [`${name}.${innerName}`, innerValue] as const)
        : [[name, value] as const],
    ),
  )

export function formatAuditValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}
