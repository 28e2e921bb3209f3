/** Returns the own property for an untrusted key; undefined for inherited ones such as `constructor`. */
export const getOwn = <T>(record: Record<string, T>, key: string): T | undefined => (Object.hasOwn(record, key) ? record[key] : undefined)
