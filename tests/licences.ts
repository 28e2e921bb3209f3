/** `npm run licences`: counts the licences of production packages; exits with 1 when one is not allowed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLicences } from './support/licences.ts'

const root = join(import.meta.dirname, '..')
const found = readLicences(readFileSync(join(root, 'package-lock.json'), 'utf8'), root)
const counts = Object.entries(Object.groupBy(found, ({ licence }) => licence)).map(([licence, packages = []]) => ({
  licence,
  count: packages.length,
}))
for (const { licence, count } of counts.toSorted((one, other) => other.count - one.count))
  console.log(`${String(count).padStart(5)}  ${licence}`)
const refused = found.filter(({ isAllowed }) => !isAllowed)
for (const { name, licence } of refused)
  console.error(`${name} is licensed under ${licence}, which tests/support/licences.ts does not allow.`)
process.exit(refused.length ? 1 : 0)
