/**
 * What relates style sheets to code or to each other (docs/decisions/0008-style-with-css-modules-layers-and-tokens.md); stylelint reads one sheet at a time and checks the rest.
 * Each failure lists what breaks the rule.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { BELOW_TABLET, FROM_TABLET } from '#ui/styles/breakpoints.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '')
// The API's description for people is a page of its own with its own sheet, which the browser reads as it is.
const sheets = globSync('src/**/*.css')
  .map(normalize)
  .filter((file) => !file.includes('api-docs'))
const css = new Map(sheets.map((file) => [file, withoutComments(read(file))]))
const modules = sheets.filter((file) => file.endsWith('.module.css'))
const code = globSync('src/**/*.{ts,tsx}')
  .map(normalize)
  .filter((file) => !/\.test\.tsx?$/.test(file))

/** What stands before a brace: selectors, and the conditions of at-rules. */
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
 * The primitives: what pages and components put on their own elements, in many places. A new one stands here with its reason; anything else is a
 * class of a module.
 */
const PRIMITIVES = {
  'the width of a page, the distance between its sections, the title of one and what stands beside it': ['container', 'section', 'head'],
  'text: below a title, below a field, about a thing, its category, figures': ['lead', 'hint', 'meta', 'tag', 'num'],
  'what only screen readers read, and what is not printed': ['visuallyHidden', 'no-print'],
  'what is pressed, followed, typed into; what holds it; its drawing': ['btn', 'more', 'card-link', 'control', 'actions', 'ico'],
}
/** HTML that is made from Markdown has no modules: src/ui/styles/prose.css, which comes with the pages that show it. */
const PROSE = ['prose', 'heading', 'heading-link', 'table-scroll', 'pull', 'sources', 'footnotes']
/** A category's colours, chosen by data: src/ui/styles/tokens.css. */
const COLOURS = ['cat-battery', 'cat-charger', 'cat-ev', 'cat-home', 'cat-living', 'cat-solar']

/** Classes that are written as words: in `className`, or in HTML that is made as text. */
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

/** Class of a module → the modules that name it, by what the code says: `import * as styles from './x.module.css'` and `styles.name`. */
const used = new Map(modules.map((file) => [file, new Set<string>()]))
for (const file of code) {
  const text = read(file)
  for (const [, alias = '', path = ''] of text.matchAll(/^import \* as (\w+) from '([^']+\.module\.css)'$/gm)) {
    const sheet = normalize(path.startsWith('#') ? `src/${path.slice(1)}` : join(dirname(file), path))
    for (const [, name = ''] of text.matchAll(new RegExp(`(?<![\\w/.])${alias}\\.(\\w+)`, 'g'))) used.get(sheet)?.add(name)
  }
}

test('there is something to check', () => {
  expect(modules.length).toBeGreaterThan(100)
  expect(globals.size).toBeGreaterThan(20)
  expect([...used.values()].reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(500)
})

// stylelint checks the names of layers, not that a rule is in one.
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

// stylelint knows the names that a sheet uses, and not those that none uses.
test('every width of breakpoints.css is used', () => {
  const named = [...(css.get('src/ui/styles/breakpoints.css') ?? '').matchAll(/@custom-media (--[\w-]+)/g)].map(([, name = '']) => name)
  const used = sheets.flatMap((file) => [...(css.get(file) ?? '').matchAll(/@media[^{]*\((--[\w-]+)\)/g)].map(([, name = '']) => name))
  expect(sorted(named).filter((name) => !used.includes(name))).toEqual([])
})
test('what scripts say of widths is what the sheets say', () => {
  const widths = css.get('src/ui/styles/breakpoints.css') ?? ''
  expect(widths).toContain(`@custom-media --below-tablet ${BELOW_TABLET};`)
  expect(widths).toContain(`@custom-media --from-tablet ${FROM_TABLET};`)
  // Mail programs know nothing of the site's sheets.
  const OWN_WIDTHS = ['src/ui/styles/breakpoints.ts', 'src/features/mail/mail-html.ts']
  expect(code.filter((file) => !OWN_WIDTHS.includes(file) && /\d(rem|px)\)/.test(read(file)))).toEqual([])
})

test('a class is global only in the sheets of src/ui, and a module names those alone', () => {
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

test('no class of a module is unused, and none is used that is not there', () => {
  const differences = modules.flatMap((file) => {
    const [own, asked] = [ownNames(file), used.get(file) ?? new Set<string>()]
    return [
      ...[...own].filter((name) => !asked.has(name)).map((name) => `${file}: nobody uses ${name}`),
      ...[...asked].filter((name) => !own.has(name)).map((name) => `${file}: has no ${name}`),
    ]
  })
  expect(differences).toEqual([])
})

test('the global classes are those of the list, and each is used', () => {
  expect(sorted(globals)).toEqual(sorted([...Object.values(PRIMITIVES).flat(), ...PROSE, ...COLOURS]))
  expect([...Object.values(PRIMITIVES).flat(), ...PROSE].filter((name) => !written.has(name))).toEqual([])
})

test('a class that is written as a word has a rule', () => {
  const inTheirOwnSheet = code.filter((file) => /api-docs|features\/pictures/.test(file))
  const elsewhere = code.filter((file) => !inTheirOwnSheet.includes(file)).flatMap((file) => writtenIn(read(file)))
  expect(sorted(elsewhere.filter((name) => !globals.has(name)))).toEqual([])
})

test('what a sheet calls by data-part is there', () => {
  const parts = new Set(code.flatMap((file) => [...read(file).matchAll(/data-part="([\w-]+)"/g)].map(([, name = '']) => name)))
  const asked = sheets.flatMap((file) => [...(css.get(file) ?? '').matchAll(/\[data-part='([\w-]+)'\]/g)].map(([, name = '']) => name))
  expect(asked.filter((name) => !parts.has(name))).toEqual([])
})
