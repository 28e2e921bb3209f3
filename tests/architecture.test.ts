/** The house rules, as a test. Each failure lists what breaks the rule that the test is named after. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { features } from '#app/features.ts'

/** Floor → floors it may lean on. Always downwards. */
const floors: Record<string, string[]> = {
  app: ['site', 'admin', 'features', 'platform', 'db', 'ui', 'wording'],
  site: ['features', 'platform', 'ui', 'wording'],
  admin: ['features', 'platform', 'ui', 'wording'],
  features: ['platform', 'db', 'ui', 'wording'],
  platform: ['db', 'wording'],
  db: ['wording'],
  ui: ['wording'],
  wording: [],
}

/** Feature → features it stands on, as each says itself. */
const standsOn = new Map(features.map((feature) => [feature.name, feature.standsOn]))

/** What a feature shows to its neighbours. Everything else is private. `setting.queries.ts` is how a seed writes settings. */
const publicFile = /\.(contract|endpoints|policy|client|service|factory)\.ts$|\.tsx$|\.css$|setting\.queries\.ts$/
/** What may reach the browser at once. Everything else there is a type, or fetched when a form needs it. */
const browserFile = /\.tsx$|\.css$|\.(policy|client|endpoints)\.ts$|^(admin|site|ui|wording)\//
const isTest = (file: string) => /\.(test|factory)\.tsx?$/.test(file)
const isServerEntry = (file: string) => file === 'app/pages/entry-server.tsx'

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
    return (a !== undefined && !standsOn.get(a)?.includes(b)) || (a !== undefined && !publicFile.test(to))
  })
  expect(lines(broken)).toEqual([])
})

test('no two features need each other, straight or by way of others', () => {
  const reach = (name: string, seen: string[] = []): string[][] =>
    seen.includes(name)
      ? [[...seen.slice(seen.indexOf(name)), name]]
      : (standsOn.get(name) ?? []).flatMap((below) => reach(below, [...seen, name]))
  expect(features.flatMap(({ name }) => reach(name))).toEqual([])
  expect([...standsOn.values()].flat().filter((name) => !standsOn.has(name))).toEqual([])
})

test('server code does not reach the browser', () => {
  const fromBrowser = (file: string) => browserFile.test(file) && !isTest(file) && !isServerEntry(file)
  const broken = imports.filter(({ from, to, typeOnly }) => fromBrowser(from) && !typeOnly && !browserFile.test(to))
  expect(lines(broken)).toEqual([])
})

test('zod is set up before the first schema is made: its values come by one way', () => {
  const direct = /^(?:import|export)\s+(?!type\s)(?!\{\s*type [^,}]+\})[^'"]*\s+from\s+'zod'/m
  expect(files.filter((file) => !isTest(file) && direct.test(source(file)))).toEqual(['platform/contract/zod.ts'])
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

/** "Sign out" without JavaScript has no field; and what is typed before something is deleted is compared, and stored nowhere. */
const QUESTIONS = ['ui/overlays/typed-confirm.tsx', 'site/shell/header/header-account.tsx']

test('a form that is filled in is made with useForm; the others are addresses with a query', () => {
  const tags = files.flatMap((file) => [...source(file).matchAll(/<form\b(?:[^>]|=>)*>/g)].map(([tag]) => ({ file, tag })))
  const isFilled = ({ tag }: { tag: string }) =>
    !/role="search"/.test(tag) && !(/\baction=/.test(tag) && !/method=|onSubmit=|props\}/.test(tag))
  const byHand = tags.filter(isFilled).filter(({ file, tag }) => {
    const isOfHook = /^<form\s+\{\.\.\.(\w+\.)?props\}(?![^]*\b(onSubmit|method|ref)=)/.test(tag)
    return !isOfHook || !source(file).includes("'#platform/client/forms/form.client.ts'")
  })
  expect(byHand.map(({ file }) => file).filter((file) => !isTest(file))).toEqual(QUESTIONS)
  expect(tags.filter(isFilled).length).toBeGreaterThan(20)
})

test('tables are named through the query builder, so that every query carries its site', () => {
  const inSql = /sql(<[^`]*>)?`[^`]*\b(from|join|into|update)\s+[a-z_"]/i
  expect(files.filter((file) => floorOf(file) !== 'db' && inSql.test(source(file)))).toEqual([])
})

/** One word beside its plural: `reply` and `replies`, `matches` and `match`, nothing and `s`. */
function hasPlural(one: string, other: string): boolean {
  const wordsOf = (text: string) => text.split(/[^a-z]+/i)
  const pluralsOf = (word: string) => [`${word}s`, `${word}es`, word.replace(/y$/, 'ies')]
  return wordsOf(one).some((word) => wordsOf(other).some((second) => second !== word && pluralsOf(word).includes(second)))
}

test('numbers, dates and plurals are worded in one place, which knows the site’s language', () => {
  const ownFormat = /\.toLocale(Date|Time)?String\(|\bnew Intl\./
  const choice = /(?:[!=]==?|>) 1\s*\?\s*(['"`])(.*?)\1\s*:\s*(['"`])(.*?)\3/gs
  const byHand = (text: string) =>
    [...text.matchAll(choice)].some(([, , one = '', , other = '']) => hasPlural(one, other) || hasPlural(other, one))
  expect(
    ["=== 1 ? 'reply' : 'replies'", "!== 1 ? 's' : ''", "=== 1 ? '1 star' : `${n} stars`", "=== 1 ? 'All' : 'None'"].map(byHand),
  ).toEqual([true, true, true, false])
  const elsewhere = files.filter((file) => floorOf(file) !== 'wording')
  expect(elsewhere.filter((file) => ownFormat.test(source(file)) || byHand(source(file)))).toEqual([])
})

/** The call that begins at `at`, up to its last bracket. */
function callAt(text: string, at: number): string {
  let depth = 0
  for (let end = text.indexOf('(', at); end < text.length; end += 1) {
    if (text[end] === '(') depth += 1
    if (text[end] === ')' && (depth -= 1) === 0) return text.slice(at, end + 1)
  }
  return text.slice(at)
}

/** Maps that outlive a request, and why strangers cannot fill them. */
const LASTING_MAPS: Record<string, string> = {
  'app/sites/site-states.ts #states': 'names of copies; of other names so many, and none longer than a host may be',
  'features/backups/site-checksums.ts #tables': 'tables of a site, while it is read',
  'db/changes/table-keys.ts #columns': 'tables of a site',
  'db/postgres/postgres-watch.ts #heard': 'sites',
  'db/postgres/prepared-statements.ts #names': 'no more than 300 statements',
  'features/counting/hit-counter.ts #waiting': 'calls that are about to be counted',
  'features/pictures/share.service.ts drawing': 'what is being drawn',
  'features/pictures/share.service.ts lookedThrough': 'names of sites',
  'features/products/specifications/specification.policy.ts cached': 'counts its characters by itself, as the browser has it too',
  'features/job-queue/job-queue-runner.ts #holds': 'by kind, of which there are as many as handlers',
  'platform/markdown/markdown-renderer.ts #underWay': 'texts that are being rendered',
  'platform/client/share-write.client.ts underWay': 'writes of one browser that are under way',
  'platform/cache/table-cache.ts #changes': 'tables of sites, while something is being made',
  'platform/cache/table-cache.ts #waiting': 'what is being made',
  'site/page-files.ts known': 'sets of routes',
}

test('every cache counts its bytes, its keys among them, and nothing else is kept by a name from outside', () => {
  const own = files.filter((file) => !isTest(file))
  const caches = own.flatMap((file) =>
    [...source(file).matchAll(/new LRUCache\b/g)].map(({ index }) => ({ file, call: callAt(source(file), index) })),
  )
  // Where the key is an object there is no name from outside; what it holds is the size.
  const isCounted = ({ call }: { call: string }) => {
    if (call.startsWith('new LRUCache<PackedForms, number>')) return /\bmaxSize: \w/.test(call)
    const [, key = '', size = ''] = /sizeCalculation: \((?:\w+|\{[^}]*\}), (\w+)\) =>([^\n]*)/.exec(call) ?? []
    return /\bmaxSize: \w/.test(call) && key !== '' && size.includes(`${key}.length`)
  }
  expect(caches.length).toBeGreaterThan(6)
  expect(caches.filter((cache) => !isCounted(cache)).map(({ file }) => file)).toEqual([])
  const maps = own.flatMap((file) =>
    [...source(file).matchAll(/^(?:(?:export )?(?:const|let) (\w+)| +(?:readonly )?(#\w+)) = new Map(?:<string\b.*>)?\(\)/gm)].map(
      ([, one, field]) => `${file} ${one ?? field}`,
    ),
  )
  expect(maps.toSorted()).toEqual(Object.keys(LASTING_MAPS).toSorted())
})

test('an answer for everybody is made where there is no request: it gets the view that its key is made of', () => {
  const callers = (call: RegExp) => files.filter((file) => !isTest(file) && call.test(source(file)))
  expect(callers(/\.(getOrRender|renderUncached)\(/)).toEqual(['platform/cache/shared-answer.ts'])
  expect(callers(/\bnew ResponseCache\(/)).toEqual(['app/app-services.ts'])
  // What makes the answer names no request: it may only read it before, into the view.
  const makers = files.flatMap((file) =>
    [...source(file).matchAll(/= createResponder\(|return createResponder\(/g)].map(({ index }) =>
      callAt(source(file), index).split(/\brender\b/),
    ),
  )
  expect(makers.length).toBeGreaterThan(3)
  expect(makers.filter(([, ...made]) => made.length === 0 || /\b(request|reply)\b/.test(made.join('')))).toEqual([])
})

test('texts are normalised where that costs no more than their length', () => {
  // Passwords are short, and must be what they were when they were set.
  const own = files.filter((file) => !/normalize-text|password\.service/.test(file))
  expect(own.filter((file) => /\.normalize\('NF/.test(source(file)))).toEqual([])
})

test('components name tokens, never raw colours', () => {
  const raw = /#[0-9a-f]{3,8}\b(?![^(]*\))|\b(rgb|hsl|oklch)a?\(/i
  const styles = globSync('src/**/*.css').filter((file) => !file.endsWith('tokens.css'))
  const withoutComments = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  expect(styles.filter((file) => raw.test(withoutComments(file)))).toEqual([])
})

test('what SQL does differently on a PostgreSQL server is tried on one every day', () => {
  const differs = /\bsql(<[^`]*>)?`|\b(lockRow|forUpdate|isUniqueViolation|onConflict|findMatchingIds|isOneOf)\(/
  const rooms = new Set(files.filter((file) => file.endsWith('.queries.ts') && differs.test(source(file))).map((file) => featureOf(file)))
  const isDaily = (file: string) => file.endsWith('.pg.test.ts') || /^\/\/ Daily on PostgreSQL too: ./m.test(source(file))
  const daily = files.filter((file) => isDaily(file) && !file.includes('.nightly.'))
  // It calls every endpoint that writes.
  expect(readFileSync('tests/server/properties/atomic.test.ts', 'utf8')).toMatch(/^\/\/ Daily on PostgreSQL too: ./m)
  const called = new Set(files.filter((file) => file.endsWith('.endpoints.ts')).map((file) => featureOf(file)))
  const isTried = (room = '') =>
    called.has(room) || daily.some((file) => featureOf(file) === room || source(file).includes(`'#features/${room}/`))
  expect([...rooms].filter((room) => !isTried(room))).toEqual([])
  expect(rooms.size).toBeGreaterThan(8)
})

/** Words of HTTP, of the machine or of plain English that are also the name of a feature, and what platform means by them. */
const isPlainWord = new Set([
  'site', // what a request is for, a word of platform's own
  'sites',
  'content', // of a message: its type, its length, its policy
  'page', // what is rendered, and a part of a list
  'pages',
  'redirect', // an answer of HTTP
  'user', // whose agent asks; who writes a text that is not the site's own
  'upload', // a request that sends a file
  'mail', // its server and its sender, in the settings of the process
  'picture', // a file that is an image
  'pictures',
  'figure', // a picture with its caption, and a number
  'figures',
  'backup', // of the whole installation, in the settings of the process
  'account', // the page where a second factor is set up, in an answer
])

test('platform knows no word of a feature: features add to its types', () => {
  const names = Object.keys(standsOn)
  const singular = (name: string) => name.replace(/ies$/, 'y').replace(/s$/, '')
  const words = new Set([...names, ...names.map(singular)].filter((word) => !isPlainWord.has(word)))
  const wordsOf = (text: string) => text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []
  const found = files
    .filter((file) => floorOf(file) === 'platform' && !isTest(file))
    .flatMap((file) => wordsOf(source(file)).flatMap((word) => (words.has(word.toLowerCase()) ? `${file}: ${word}` : [])))
  expect([...new Set(found)]).toEqual([])
})

test('who listens to the errors of a connection goes on listening: a second one that nobody hears ends the process', () => {
  const once = files.filter((file) => file.startsWith('db/') && !isTest(file) && /\.once\(\s*'error'/.test(source(file)))
  expect(once).toEqual([])
})
