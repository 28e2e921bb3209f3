import { ApiError } from '#platform/client/api.client.ts'

export interface Issue {
  path: PropertyKey[]
  message: string
}

/** Messages by the name of the invalid field. */
export type FormErrors<V> = { [Name in keyof V]?: string | undefined }

export const hasErrors = (errors: object): boolean => Object.values(errors).some(Boolean)

/** Returns the first message of each field of the form. Issues of other paths are ignored. */
export function toFieldErrors<V extends object>(issues: Issue[], start: V): FormErrors<V> {
  const errors: FormErrors<V> = {}
  for (const name in start) errors[name] = issues.find(({ path }) => path[0] === name)?.message
  return errors
}

/** Returns the server's messages for single fields. */
export const findFieldErrors = <V extends object>(error: Error, start: V): FormErrors<V> =>
  toFieldErrors(error instanceof ApiError ? error.errors.map(({ path, message }) => ({ path: path.split('.'), message })) : [], start)
