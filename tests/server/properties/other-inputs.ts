/** Derives invalid inputs from a valid one, by replacing an id or a secret. */
import type { CallInput } from './write-call.ts'

type Json = unknown

/** Returns one input for each id that can be replaced. */
export const replaceIds = (input: CallInput, id: number): CallInput[] =>
  replaceEach(input, (name, value) => (typeof value === 'number' && /(^id|Ids?)$/.test(name) ? id : undefined))

/** Returns one input for each secret that can be replaced by another of the same format. */
export const replaceKeys = (input: CallInput): CallInput[] =>
  replaceEach(input, (name, value) => (typeof value === 'string' && /^(key|token)$/.test(name) ? changeLetter(value) : undefined))

function changeLetter(text: string): string {
  const index = text.length - 5
  return `${text.slice(0, index)}${text[index] === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`
}

type Replace = (name: string, value: Json) => Json

function replaceEach(input: CallInput, replace: Replace): CallInput[] {
  const found: CallInput[] = []
  for (const part of ['params', 'query', 'body'] as const)
    if (!Buffer.isBuffer(input[part])) for (const changed of variants(input[part], part, replace)) found.push({ ...input, [part]: changed })
  return found
}

function variants(value: Json, name: string, replace: Replace): Json[] {
  const own = replace(name, value)
  if (own !== undefined) return [own]
  if (Array.isArray(value))
    return value.flatMap((item, index) => variants(item, name, replace).map((changed) => value.with(index, changed)))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => variants(inner, key, replace).map((changed) => ({ ...value, [key]: changed })))
}
