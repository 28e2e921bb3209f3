/** What a record holds under a key that came from outside; undefined for what every object inherits, such as `constructor`. */
export const getOwn = <T>(record: Record<string, T>, key: string): T | undefined => (Object.hasOwn(record, key) ? record[key] : undefined)
