/**
 * Returns the columns in which two rows differ, so that an update sets only these: an update that sets a key column (`slug`,
 * `category_id`) invalidates every response that found rows by that column, whatever the value.
 */
export const changedColumns = <Row extends object>(before: Row, after: Row): Partial<Row> =>
  Object.fromEntries(Object.entries(after).filter(([column, value]) => value !== before[column as keyof Row])) as Partial<Row>
