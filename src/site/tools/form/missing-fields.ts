import type { ToolForm } from '#features/tools/tool.client.ts'

/** Returns the errors of all visible fields, with the labels of the fields. */
export const describeErrors = ({ fields }: ToolForm): string =>
  fields
    .filter(({ error, isAsked }) => error !== null && isAsked)
    .map(({ label, error }) => `${label}: ${error}`)
    .join(' ')

/** Whether a tool lacks a result only because required fields are empty. */
export function isIncomplete({ answer, fields, given }: ToolForm): boolean {
  const fieldsWithError = fields.filter(({ error, isAsked }) => error !== null && isAsked)
  return !answer && fieldsWithError.length > 0 && fieldsWithError.every(({ name }) => given[name] === undefined)
}
