/**
 * Rules between style sheets and code (docs/decisions/0008-style-with-css-modules-layers-and-tokens.md); stylelint checks one sheet at a time.
 * Each failure lists the violations.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { BELOW_TABLET, FROM_TABLET } from '#ui/styles/breakpoints.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '')
// The API documentation is a standalone page with its own sheet, served unprocessed.
const sheets = globSync('src/**/*.css')
  .map(normalize)
  .filter((file) => !file.includes('api-docs'))
const css = new Map(sheets.map((file) => [file, withoutComments(read(file))]))
const modules = sheets.filter((file) => file.endsWith('.module.css'))
const code = globSync('src/**/*.{ts,tsx}')
  .map(normalize)
  .filter((file) => !/\.test\.tsx?$/.test(file))

/** Returns what precedes a brace: selectors, and the conditions of at-rules. */
const preludes = (file: string) => [...(css.get(file) ?? '').matchAll(/([^{};]+)\{/g)].map(([, text = '']) => text.trim())
const selectors = (file: string) => preludes(file).filter((text) => !/^@|^(from|to|\d+%)$/.test(text))
const withoutStrings = (text: string) => text.replace(/'[^']*'/g, '')
const namesIn = (text: string, pattern: RegExp) => [...withoutStrings(text).matchAll(pattern)].map(([, name = '']) => name)
const CLASS = /\.([a-zA-Z][\w-]*)/g
const GLOBAL = /:global\(\.([\w-]+)\)/g
const globals = new Set(
  sheets.filter((file) => !modules.includes(file)).flatMap((file) => selectors(file).flatMap((text) => namesIn(text, CLASS))),
)
const ownNames = (file: string) => new Set(selectors(file).flatMap((text) => namesIn(text.replace(GLOBAL, ''), CLASS)))
const sorted = (found: Iterable<string>) => [...new Set(found)].toSorted((a, b) => a.localeCompare(b))

/**
 * Global utility classes, which many pages and components use. A new one needs an entry with its purpose here; anything else is a module
 * class.
 */
const PRIMITIVES = {
  'page width, section spacing, section title with its actions': ['container', 'section', 'head'],
  'text: lead, field hint, metadata, category, numbers': ['lead', 'hint', 'meta', 'tag', 'num'],
  'for screen readers only, and not printed': ['visuallyHidden', 'no-print'],
  'buttons, links, inputs, their container, icons': ['btn', 'more', 'card-link', 'control', 'actions', 'ico'],
}
/** Classes of rendered Markdown, which has no modules: src/ui/styles/prose.css and callout.css, loaded with the pages that show it. */
const PROSE = ['callout', 'prose', 'heading', 'heading-link', 'table-scroll', 'pull', 'sources', 'footnotes']
/** Category colours, chosen by data: src/ui/styles/tokens.css. */
const COLOURS = ['cat-battery', 'cat-charger', 'cat-ev', 'cat-home', 'cat-living', 'cat-solar']

/** Returns class names written as strings: in `className`, or in HTML strings. */
const writtenIn = (text: string) =>
  [...text.matchAll(/\bclass(?:Name)?=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g)].flatMap(([, plain, expression = '']) =>
    [
      plain ?? '',
      ...[...expression.replace(/[!=]== '[^']*'/g, '').matchAll(/'([^']*)'|`([^`]*)`/g)].map(([, one, other]) => one ?? other ?? ''),
    ]
      .flatMap((words) => words.replace(/\$\{[^}]*\}/g, ' ').split(/\s+/))
      .filter(Boolean),
  )
const written = new Set(code.flatMap((file) => writtenIn(read(file))))

/** Class names of each module that the code uses, by `import * as styles from './x.module.css'` and `styles.name`. */
const used = new Map(modules.map((file) => [file, new Set<string>()]))
for (const file of code) {
  const text = read(file)
  for (const [, alias = '', path = ''] of text.matchAll(/^import \* as (\w+) from '([^']+\.module\.css)'$/gm)) {
    const sheet = normalize(path.startsWith('#') ? `src/${path.slice(1)}` : join(dirname(file), path))
    for (const [, name = ''] of text.matchAll(new RegExp(`(?<![\\w/.])${alias}\\.(\\w+)`, 'g'))) used.get(sheet)?.add(name)
  }
}

test('the style sheets are found', () => {
  expect(modules.length).toBeGreaterThan(100)
  expect(globals.size).toBeGreaterThan(20)
  expect([...used.values()].reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(500)
})

// stylelint checks the names of layers, but not that a rule is in one.
test('every rule is in a layer', () => {
  const layered = new Set(
    [...(css.get('src/ui/styles/styles.css') ?? '').matchAll(/@import '\.\/([\w-]+\.css)' layer\(/g)].map(([, name = '']) =>
      join('src/ui/styles', name),
    ),
  )
  const isWrapped = (text: string) => /^(@import [^;]+;\s*)*@layer [a-z]+ \{[^]*\n\}\s*$/.test(text) && !/\n\}[^]*\n\}/.test(text)
  const withoutRules = (text: string) => !/[.#:[\w][^@]*\{/.test(text.replace(/@font-face\s*\{[^}]*\}/g, ''))
  expect(sheets.filter((file) => !layered.has(file) && !isWrapped(css.get(file) ?? '') && !withoutRules(css.get(file) ?? ''))).toEqual([])
})

// stylelint knows the widths that a sheet uses, but not those that none uses.
test('every width of breakpoints.css is used', () => {
  const named = [...(css.get('src/ui/styles/breakpoints.css') ?? '').matchAll(/@custom-media (--[\w-]+)/g)].map(([, name = '']) => name)
  const used = sheets.flatMap((file) => [...(css.get(file) ?? '').matchAll(/@media[^{]*\((--[\w-]+)\)/g)].map(([, name = '']) => name))
  expect(sorted(named).filter((name) => !used.includes(name))).toEqual([])
})
test('breakpoints in TypeScript match breakpoints.css', () => {
  const widths = css.get('src/ui/styles/breakpoints.css') ?? ''
  expect(widths).toContain(`@custom-media --below-tablet ${BELOW_TABLET};`)
  expect(widths).toContain(`@custom-media --from-tablet ${FROM_TABLET};`)
  // Mail clients do not load the site's sheets.
  const OWN_WIDTHS = ['src/ui/styles/breakpoints.ts', 'src/features/mail/mail-html.ts']
  expect(code.filter((file) => !OWN_WIDTHS.includes(file) && /\d(rem|px)\)/.test(read(file)))).toEqual([])
})

test('global classes are defined only in src/ui/styles, and modules reference only these', () => {
  expect(sheets.filter((file) => !file.endsWith('.module.css') && dirname(file) !== 'src/ui/styles')).toEqual([])
  const ofTheEditor = /^cm-/
  const unknown = modules.flatMap((file) =>
    selectors(file)
      .flatMap((text) => namesIn(text, GLOBAL))
      .filter((name) => !globals.has(name) && !ofTheEditor.test(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test('every class of a module is used, and every used class exists', () => {
  const differences = modules.flatMap((file) => {
    const [own, references] = [ownNames(file), used.get(file) ?? new Set<string>()]
    return [
      ...[...own].filter((name) => !references.has(name)).map((name) => `${file}: ${name} is unused`),
      ...[...references].filter((name) => !own.has(name)).map((name) => `${file}: ${name} does not exist`),
    ]
  })
  expect(differences).toEqual([])
})

test('global classes are listed, and each is used', () => {
  expect(sorted(globals)).toEqual(sorted([...Object.values(PRIMITIVES).flat(), ...PROSE, ...COLOURS]))
  expect([...Object.values(PRIMITIVES).flat(), ...PROSE].filter((name) => !written.has(name))).toEqual([])
})

test('every class name written as a string exists', () => {
  const withOwnSheet = code.filter((file) => /api-docs|features\/pictures/.test(file))
  const elsewhere = code.filter((file) => !withOwnSheet.includes(file)).flatMap((file) => writtenIn(read(file)))
  expect(sorted(elsewhere.filter((name) => !globals.has(name)))).toEqual([])
})

test('every data-part used by a sheet exists', () => {
  const parts = new Set(code.flatMap((file) => [...read(file).matchAll(/data-part="([\w-]+)"/g)].map(([, name = '']) => name)))
  const selected = sheets.flatMap((file) => [...(css.get(file) ?? '').matchAll(/\[data-part='([\w-]+)'\]/g)].map(([, name = '']) => name))
  expect(selected.filter((name) => !parts.has(name))).toEqual([])
})
