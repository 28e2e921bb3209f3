/** Going through a record with the keys that its type names. For records made here: one from outside may hold more than its type says. */

/** `Object.keys`. */
export function keysOf<T extends object>(record: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = []
  for (const key in record) if (Object.hasOwn(record, key)) keys.push(key)
  return keys
}

/** `Object.entries`. */
export const entriesOf = <T extends object>(record: T) => keysOf(record).map((key) => [key, record[key]] as const)

/** The key of this record that a text from outside is, if it is one. */
export const findKey = <T extends object>(record: T, text: string | undefined): Extract<keyof T, string> | undefined =>
  keysOf(record).find((key) => key === text)

/** A record that has a value for each of these keys. */
export function toRecord<K extends string, V>(keys: readonly K[], valueOf: (key: K, at: number) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key, at) => [key, valueOf(key, at)])) as Record<K, V>
}
