/** `npm run new:migration -- name`: creates an empty migration with the next number. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'

const name = process.argv[2] ?? ''
if (!/^[a-z][a-z_]*$/.test(name)) {
  console.error('Give the migration a name in lower case with underscores: npm run new:migration -- product_questions')
  process.exit(2)
}
const folder = new URL('./migrations/', import.meta.url)
const last = readdirSync(folder).reduce((highest, file) => Math.max(highest, Number(/^\d{4}/.exec(file)?.[0] ?? 0)), 0)
const file = new URL(`${String(last + 1).padStart(4, '0')}_${name}.ts`, folder)
if (existsSync(file)) throw new Error(`${file.pathname} already exists.`)
writeFileSync(
  file,
  `import type { Kysely } from 'kysely'
import type { EngineName } from '#db/engine.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
}
`,
)
console.log(file.pathname)
