/** Which messages belong to which field of a form. */
import { ApiError } from '#platform/client/api.client.ts'

export interface Issue {
  path: PropertyKey[]
  message: string
}

/** The message of each field that is wrong. */
export type FormErrors<V> = { [Name in keyof V]?: string | undefined }

export const hasErrors = (errors: object): boolean => Object.values(errors).some(Boolean)

/** The first message for each field of the form; what belongs to none of them is left out. */
export function placeErrors<V extends object>(issues: Issue[], start: V): FormErrors<V> {
  const wrong: FormErrors<V> = {}
  for (const name in start) wrong[name] = issues.find(({ path }) => path[0] === name)?.message
  return wrong
}

/** What the server has said of single fields. */
export const findRefusedFields = <V extends object>(fault: Error, start: V): FormErrors<V> =>
  placeErrors(fault instanceof ApiError ? fault.errors.map(({ path, message }) => ({ path: path.split('.'), message })) : [], start)
