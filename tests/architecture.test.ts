/** The house rules, as a test. Each failure lists what breaks the rule that the test is named after. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** Floor → floors it may lean on. Always downwards. */
const floors: Record<string, string[]> = {
  app: ['site', 'admin', 'features', 'platform', 'db', 'ui'],
  site: ['features', 'platform', 'ui'],
  admin: ['features', 'platform', 'ui'],
  features: ['platform', 'db', 'ui'],
  platform: ['db'],
  db: [],
  ui: [],
}

/** Feature → features it stands on, in reading order: one may only name those above it. A new line is a decision. */
const standsOn: Record<string, string[]> = {
  pictures: [],
  addresses: [],
  mail: [],
  audit: [],
  sites: ['audit'],
  trash: ['audit'],
  uploads: ['audit'],
  categories: [],
  users: ['audit'],
  reputation: ['users'],
  accounts: ['audit', 'mail', 'users'],
  newsletter: ['audit', 'mail', 'accounts'],
  experts: ['categories'],
  articles: ['addresses', 'audit', 'categories', 'uploads'],
  products: ['addresses', 'audit', 'trash', 'uploads', 'categories', 'pictures'],
  enquiries: ['audit', 'mail', 'sites', 'trash', 'users', 'products'],
  reviews: ['audit', 'trash', 'categories', 'products', 'users', 'reputation', 'enquiries'],
  forums: ['addresses', 'audit', 'trash', 'categories', 'users', 'reputation'],
  votes: ['users', 'reputation', 'reviews', 'forums'],
  dashboard: ['users'],
  analytics: [],
  syndication: ['addresses', 'categories', 'users'],
  deployment: ['accounts', 'audit', 'sites', 'users'],
  archive: ['accounts', 'audit', 'sites'],
  content: ['addresses', 'audit', 'trash', 'reputation', 'sites', 'users', 'products', 'reviews', 'forums', 'enquiries'],
}

/** What a feature shows to its neighbours. Everything else is private. `setting.queries.ts` is how a seed writes settings. */
const publicFile = /\.(contract|policy|client|service|factory)\.ts$|\.tsx$|\.css$|setting\.queries\.ts$/
/** What may reach the browser at once. Everything else there is a type, or fetched when a form needs it. */
const browserFile = /\.tsx$|\.css$|\.(policy|client)\.ts$|^(admin|site|ui)\//
const isTest = (file: string) => /\.(test|factory)\.tsx?$/.test(file)
const isServerEntry = (file: string) => file === 'app/entry-server.tsx'

interface Import {
  from: string
  to: string
  typeOnly: boolean
  raw: string
}
const files = globSync('src/**/*.{ts,tsx}').map((file) => normalize(file).replace(/^src\//, ''))
const source = (file: string) => readFileSync(join('src', file), 'utf8')
const isTypeOnly = (clause: string) => /^type\s/.test(clause) || /^\{\s*type [^,}]+(,\s*type [^,}]+)*,?\s*\}$/.test(clause.trim())
const imports: Import[] = files.flatMap((from) =>
  [...source(from).matchAll(/^(?:import|export)\s+(?:([^'"=()]*?)\s+from\s+)?'([.#][^']+)'/gm)].map(([, clause = '', raw = '']) => ({
    from,
    raw,
    typeOnly: isTypeOnly(clause),
    to: raw.startsWith('#') ? raw.slice(1) : normalize(join(dirname(from), raw)),
  })),
)
const floorOf = (file: string) => file.split('/')[0] ?? ''
const featureOf = (file: string) => (floorOf(file) === 'features' ? file.split('/')[1] : undefined)
const lines = (broken: Import[]) => broken.map((i) => `${i.from} -> ${i.to}`)

test('there is something to check', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(imports.length).toBeGreaterThan(300)
})

test('floors lean downwards only', () => {
  const broken = imports.filter(({ from, to }) => {
    const [a, b] = [floorOf(from), floorOf(to)]
    return a !== b && b !== 'tests' && !isTest(from) && !floors[a]?.includes(b)
  })
  expect(lines(broken)).toEqual([])
})

test('a feature stands only on the features it declares, and sees only their public files', () => {
  const broken = imports.filter(({ from, to }) => {
    const [a, b] = [featureOf(from), featureOf(to)]
    if (!b || a === b || isTest(from)) return false
    return (a !== undefined && !standsOn[a]?.includes(b)) || (a !== undefined && !publicFile.test(to))
  })
  expect(lines(broken)).toEqual([])
})

test('features are listed in reading order, so that no two need each other', () => {
  const names = Object.keys(standsOn)
  expect(names.filter((name, at) => standsOn[name]?.some((below) => names.indexOf(below) >= at))).toEqual([])
  expect([...new Set(files.map(featureOf).filter((name) => name !== undefined))].toSorted()).toEqual(names.toSorted())
})

test('server code does not reach the browser', () => {
  const fromBrowser = (file: string) => browserFile.test(file) && !isTest(file) && !isServerEntry(file)
  const broken = imports.filter(({ from, to, typeOnly }) => fromBrowser(from) && !typeOnly && !browserFile.test(to))
  expect(lines(broken)).toEqual([])
})

test('zod is set up before the first schema is made: its values come by one way', () => {
  const direct = /^(?:import|export)\s+(?!type\s)(?!\{\s*type [^,}]+\})[^'"]*\s+from\s+'zod'/m
  expect(files.filter((file) => !isTest(file) && direct.test(source(file)))).toEqual(['platform/zod.ts'])
})

test('a dot is my room, a hash is a visit', () => {
  expect(imports.filter(({ raw }) => raw.startsWith('../')).map((i) => `${i.from}: ${i.raw}`)).toEqual([])
})

test('names say what is inside', () => {
  const junk = /(^|\/)(utils?|helpers?|misc|common|shared|lib|index)(\/|\.tsx?$)/
  expect(files.filter((file) => junk.test(file))).toEqual([])
})

test('files stay small', () => {
  const sheets = globSync('src/**/*.css').map((file) => normalize(file).replace(/^src\//, ''))
  expect([...files, ...sheets].filter((file) => source(file).split('\n').length > 300)).toEqual([])
})

test('tables are named through the query builder, so that every query carries its site', () => {
  const inSql = /sql(<[^`]*>)?`[^`]*\b(from|join|into|update)\s+[a-z_"]/i
  expect(files.filter((file) => floorOf(file) !== 'db' && inSql.test(source(file)))).toEqual([])
})

test('components name tokens, never raw colours', () => {
  const raw = /#[0-9a-f]{3,8}\b(?![^(]*\))|\b(rgb|hsl|oklch)a?\(/i
  const styles = globSync('src/**/*.css').filter((file) => !file.endsWith('tokens.css'))
  const withoutComments = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  expect(styles.filter((file) => raw.test(withoutComments(file)))).toEqual([])
})
