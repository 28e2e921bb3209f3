/** `npm run test:attack`: runs all attacks against a server on both engines, or with `-- --url http://…` against a running one. */
import { parseArgs } from 'node:util'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { attack, type GroupResult } from './attack.ts'
import { startTarget } from './own-server.ts'
import { formatTable } from './table.ts'

const USAGE = `npm run test:attack                          starts a server for each engine and runs all attacks
  --engine sqlite|postgres   only one engine
  --only WORDS               only groups with these words in their name
  --short                    a sample of each group
  --markdown                 prints the table as Markdown
npm run test:attack -- --url http://HOST     attacks a running server, without changing its data`

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
// Raw requests need an unencrypted connection.
if (url !== undefined && URL.parse(url)?.protocol !== 'http:') {
  console.error('--url must be an http URL such as http://localhost:3000: the server itself, not a TLS proxy.')
  process.exit(2)
}
if (help || (engine !== undefined && !ENGINES.includes(engine))) {
  console.log(USAGE)
  process.exit(help ? 0 : 2)
}

const startedAt = Date.now()
const results: GroupResult[] = []
if (url === undefined) {
  if (engine !== 'postgres') results.push(...(await attackOwn('SQLite')))
  if (engine !== 'sqlite') results.push(...(await attackOnPostgres()))
} else {
  results.push(...(await attack({ url: new URL(url).origin, own: undefined, isShort: short }, { engine: 'elsewhere', only, say })))
}
console.log(`\n${formatTable(results, { markdown })}`)
const problems = results.flatMap(({ rows }) => rows.flatMap((row) => row.problems))
console.log(`\nFinished in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
process.exit(problems.length > 0 ? 1 : 0)

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
