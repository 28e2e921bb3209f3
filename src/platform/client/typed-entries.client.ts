/**
 * Variants of `Object.keys` and `Object.entries` with typed keys. Only for objects created here: parsed ones may have more keys than their
 * type.
 */

/** Returns the keys, as `Object.keys` does. */
export function keysOf<T extends object>(record: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = []
  for (const key in record) if (Object.hasOwn(record, key)) keys.push(key)
  return keys
}

/** Returns the entries, as `Object.entries` does. */
export const entriesOf = <T extends object>(record: T) => keysOf(record).map((key) => [key, record[key]] as const)

/** Narrows an untrusted text to a key of the record. Returns undefined for any other text. */
export const findKey = <T extends object>(record: T, text: string | undefined): Extract<keyof T, string> | undefined =>
  keysOf(record).find((key) => key === text)

/** Creates a record with a value for each key. */
export function toRecord<K extends string, V>(keys: readonly K[], valueOf: (key: K, index: number) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key, index) => [key, valueOf(key, index)])) as Record<K, V>
}
