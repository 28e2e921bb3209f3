/** `npm run test:attack`: the attack corpus against a running server on both engines, or with `-- --url http://…` against one elsewhere. */
import { parseArgs } from 'node:util'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { attack, type GroupResult } from './attack.ts'
import { startTarget } from './own-server.ts'
import { formatTable } from './table.ts'

const USAGE = `npm run test:attack                          a server of its own for each engine, everything that is tried
  --engine sqlite|postgres   one of them
  --only WORDS               groups whose name has these words
  --short                    a piece of each
  --markdown                 the table for a page
npm run test:attack -- --url http://HOST     a server that runs elsewhere, and only what leaves its data as they are`

const { url, engine, only, short, markdown, help } = parseArgs({
  options: {
    url: { type: 'string' },
    engine: { type: 'string' },
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
}).values
const ENGINES = ['sqlite', 'postgres']
// Bytes that no browser sends go over a plain connection.
if (url !== undefined && URL.parse(url)?.protocol !== 'http:') {
  console.error('--url is an address such as http://localhost:3000: the server itself, not a proxy that encrypts.')
  process.exit(2)
}
if (help || (engine !== undefined && !ENGINES.includes(engine))) {
  console.log(USAGE)
  process.exit(help ? 0 : 2)
}

const began = Date.now()
const results: GroupResult[] = []
if (url === undefined) {
  if (engine !== 'postgres') results.push(...(await attackOwn('SQLite')))
  if (engine !== 'sqlite') results.push(...(await attackOnPostgres()))
} else {
  results.push(...(await attack({ url: new URL(url).origin, own: undefined, isShort: short }, { engine: 'elsewhere', only, say })))
}
console.log(`\n${formatTable(results, { markdown })}`)
const faults = results.flatMap(({ rows }) => rows.flatMap((row) => row.faults))
console.log(`\nFinished in ${Math.round((Date.now() - began) / 1000)} s.`)
process.exit(faults.length > 0 ? 1 : 0)

async function attackOwn(name: string, databaseUrl?: string): Promise<GroupResult[]> {
  const target = await startTarget({ isShort: short, ...(databaseUrl === undefined ? {} : { databaseUrl }) })
  try {
    return await attack(target, { engine: name, only, say })
  } finally {
    await target.close()
  }
}

async function attackOnPostgres(): Promise<GroupResult[]> {
  const server = await startPostgres({ durable: true })
  try {
    return await attackOwn('PostgreSQL', server.url)
  } finally {
    await server.stop()
  }
}

function say(line: string): void {
  console.log(line)
}
