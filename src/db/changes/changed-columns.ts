/**
 * The columns of a row that are to be another's, for an update of them alone. An update that names a key (`slug`, `category_id`) may have given its row
 * another one, whatever it was: all answers go that were found by any value of it (`row-keys.ts`).
 */
export const changedColumns = <Row extends object>(before: Row, after: Row): Partial<Row> =>
  Object.fromEntries(Object.entries(after).filter(([column, value]) => value !== before[column as keyof Row])) as Partial<Row>
