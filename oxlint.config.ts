/** What no line of this project may contain. docs/decisions/0063-check-the-architecture-with-static-analysis.md says why, and which rules are held elsewhere. */
import { defineConfig } from 'oxlint'
import { features } from '#app/features.ts'
import { collectTables } from '#platform/contract/feature.ts'

type Restriction = [selector: string, message: string]

const TESTS = ['**/*.{test,factory}.{ts,tsx}']
/** Restricts syntax by selectors over the syntax tree: https://eslint.org/docs/latest/extend/selectors */
const restrict = (...lists: Restriction[][]): ['error', ...{ selector: string; message: string }[]] => [
  'error',
  ...lists.flat().map(([selector, message]) => ({ selector, message })),
]

const IMPORTS = 'Import by a literal path, so that dependency-cruiser sees it.'
const CACHES = 'A cache has maxSize, and a sizeCalculation that counts the value and the key.'
const FORMS =
  'A form that is filled in is <form {...form.props}>, with useForm and no handlers of its own. Others are role="search", or have an action and no method.'
const FORM = "JSXOpeningElement[name.name='form']:not(:has(JSXAttribute[name.name='role'][value.value='search']))"
const SPREAD = "JSXSpreadAttribute > MemberExpression[property.name='props'], JSXSpreadAttribute > Identifier[name='props']"

/** Words of the earlier, private language of this code base. docs/writing.md has the terms that replace them. */
const PRIVATE_WORDS = [
  'somebody',
  'whoever',
  'whomever',
  'nobody',
  'anew',
  'reckon',
  'reckoned',
  'told',
  'kept',
  'stands',
  'fault',
  'clash',
  'room',
]
const NAMES = 'Name the thing by the term of the field: error, conflict, recreated, calculate.'

const everywhere: Restriction[] = [
  ['Identifier[name=/^(fault|clash|inside)$|somebody|whoever|anew([A-Z]|$)|reckon/i]', NAMES],
  ["ImportExpression[source.type!='Literal']", IMPORTS],
  ["MemberExpression[property.name=/^(getBuiltinModule|createRequire)$/], ImportSpecifier[imported.name='createRequire']", IMPORTS],
  [
    "CallExpression[callee.property.name='normalize'][arguments.0.value=/^NF/]",
    'Use normalizeText of src/wording: String.normalize takes quadratic time for long runs of accents.',
  ],
  [`${FORM}:not(:has(JSXAttribute[name.name='action'])):not(:has(${SPREAD}))`, FORMS],
  [`${FORM}:has(JSXAttribute[name.name=/^(method|onSubmit|ref)$/])`, FORMS],
  ["NewExpression[callee.name='LRUCache']:not(:has(Property[key.name='maxSize']))", CACHES],
  ["NewExpression[callee.name='LRUCache']:not(:has(Property[key.name='sizeCalculation'] > [params.length=2]))", CACHES],
  ["ImportSpecifier[imported.name='LRUCache'][local.name!='LRUCache']", CACHES],
  ["NewExpression[callee.name='ResponseCache']", 'app-services.ts creates the one response cache.'],
  [
    "CallExpression[callee.name='createResponder'] Property[key.name='render'] Identifier[name=/^(request|reply)$/]",
    'A response for everybody is rendered from its view alone, never from the request.',
  ],
]

const LONG_LIVED =
  'A collection that outlives a request grows with the names that are put into it: use a cache with maxSize, or say on the line why its keys are bounded.'
const byName =
  "NewExpression[callee.name=/^(Map|Set)$/]:matches([arguments.length=0], [arguments.0.elements.length=0]):matches(:not([typeArguments]), [typeArguments.params.0.type='TSStringKeyword'])"
const EMPTY = 'ObjectExpression[properties.length=0]'
/** Not in the browser, which belongs to one visitor. */
const longLived: Restriction[] = [
  [`${byName}:not(:function *)`, LONG_LIVED],
  [`AssignmentExpression > ${byName}`, LONG_LIVED],
  ['VariableDeclarator[init.name=/^(Map|Set)$/], ClassDeclaration[superClass.name=/^(Map|Set)$/]', LONG_LIVED],
  [`VariableDeclarator > ${EMPTY}:not(:function *), PropertyDefinition > ${EMPTY}`, LONG_LIVED],
  ["CallExpression[callee.object.name='Object'][callee.property.name='create']:not(:function *)", LONG_LIVED],
]

const RAW_SQL = 'Name tables through the query builder: its types and the invalidation of caches know only those.'
const rawSql: Restriction[] = [
  [`TaggedTemplateExpression[tag.name='sql'] TemplateElement[value.raw=/\\b(from|join|into|update|table)(\\s+[a-z_"]|\\s*$)/i]`, RAW_SQL],
  ["MemberExpression[object.name='sql'][property.name=/^(raw|table)$/], MemberExpression[object.name='sql'][computed=true]", RAW_SQL],
  ["VariableDeclarator[init.name='sql'], ImportSpecifier[imported.name='sql'][local.name!='sql']", RAW_SQL],
  ["ImportDeclaration[source.value='kysely'] ImportNamespaceSpecifier, ImportExpression[source.value='kysely']", RAW_SQL],
  ['ImportSpecifier[imported.name=/^(CompiledQuery|RawNode)$/]', RAW_SQL],
]

const tables = collectTables(features)
/** A feature writes its own tables, and those whose owner names it in `alsoWrittenBy`. */
function writes(feature: string): Restriction[] {
  const own = tables.filter(({ owner, declaration }) => owner === feature || declaration.alsoWrittenBy?.includes(feature))
  const isName = '/^(insertInto|replaceInto|updateTable|deleteFrom|mergeInto)$/'
  const isWrite = `CallExpression:matches([callee.property.name=${isName}], [callee.property.value=${isName}])`
  const isOwn = `[arguments.0.value=/^(${own.map(({ name }) => name).join('|')})( |$)/]`
  return [[`${isWrite}:not(${isOwn})`, `${feature} may not write this table: see its owner's feature.ts. Name tables literally.`]]
}

const WORDING = 'Use src/wording, which knows the language of the site.'
const SHARED = 'Only platform/cache/shared-response.ts caches responses: it passes the view that the key is made of.'

export default defineConfig({
  plugins: ['typescript', 'react', 'import', 'unicorn', 'jsx-a11y', 'vitest'],
  jsPlugins: [{ name: 'eslint-js', specifier: 'oxlint-plugin-eslint' }],
  categories: { correctness: 'error', suspicious: 'off', perf: 'off' },
  rules: {
    'object-shorthand': 'error',
    'react/react-in-jsx-scope': 'off',
    'react/refs': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'no-await-in-loop': 'off',
    'no-warning-comments': ['error', { terms: PRIVATE_WORDS, location: 'anywhere' }],
    'no-empty-pattern': 'off',
    'no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/no-standalone-expect': ['error', { additionalTestBlockFunctions: ['testAtNight'] }],
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'fc.assert'] }],
    'vitest/no-conditional-expect': 'error',
    'vitest/require-mock-type-parameters': 'off',
    'jsx-a11y/anchor-is-valid': 'off',
    'import/no-unassigned-import': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'react/no-array-index-key': 'off',
    'react/jsx-no-constructed-context-values': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-spread': 'off',
    'typescript/no-base-to-string': 'off',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
    'typescript/unbound-method': 'off',
  },
  overrides: [
    {
      // Rooms and walls of houses; faults that are injected or planted.
      files: ['src/{features,site}/tools/**', 'tests/{faults,planted}/**'],
      rules: {
        'no-warning-comments': [
          'error',
          { terms: PRIVATE_WORDS.filter((word) => !['room', 'fault'].includes(word)), location: 'anywhere' },
        ],
      },
    },
    {
      files: ['src/**/*.{ts,tsx}'],
      rules: {
        'max-lines': ['error', { max: 300 }],
        'import/no-relative-parent-imports': 'error',
        'typescript/no-import-type-side-effects': 'error',
        'typescript/no-require-imports': 'error',
      },
    },
    {
      files: ['src/**/*.{ts,tsx}'],
      excludeFiles: [...TESTS, 'src/wording/**'],
      rules: {
        'no-restricted-globals': ['error', { name: 'Intl', message: WORDING }],
        'no-restricted-properties': [
          'error',
          ...['Intl', 'toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'].map((property) => ({ property, message: WORDING })),
          ...['getOrRender', 'renderUncached'].map((property) => ({ property, message: SHARED })),
        ],
        'eslint-js/no-restricted-syntax': restrict(everywhere, rawSql, longLived),
      },
    },
    ...features.map(({ name }) => ({
      files: [`src/features/${name}/**/*.ts`],
      // The demo content fills the tables of all features before anything else writes.
      excludeFiles: [...TESTS, 'src/features/content/**'],
      rules: { 'eslint-js/no-restricted-syntax': restrict(everywhere, rawSql, longLived, writes(name)) },
    })),
    {
      files: ['src/{app,site,admin,platform}/**/*.ts'],
      excludeFiles: TESTS,
      rules: { 'eslint-js/no-restricted-syntax': restrict(everywhere, rawSql, longLived, writes('app')) },
    },
    // A browser belongs to one visitor; platform/cache counts the bytes of what it stores; db writes SQL.
    {
      files: ['src/ui/**', 'src/admin/**', 'src/**/*.client.ts'],
      excludeFiles: TESTS,
      rules: { 'eslint-js/no-restricted-syntax': restrict(everywhere, rawSql) },
    },
    {
      // Compares what is typed before something is deleted, and stores nothing; "Sign out" without JavaScript has no field.
      files: ['src/ui/overlays/typed-confirm.tsx', 'src/site/shell/header/header-account.tsx'],
      rules: { 'eslint-js/no-restricted-syntax': 'off' },
    },
    {
      files: ['src/platform/cache/shared-response.ts'],
      rules: { 'no-restricted-properties': 'off' },
    },
    {
      files: ['src/platform/cache/**'],
      excludeFiles: TESTS,
      rules: { 'eslint-js/no-restricted-syntax': restrict(everywhere, rawSql) },
    },
    {
      files: ['src/db/**'],
      excludeFiles: TESTS,
      rules: {
        'eslint-js/no-restricted-syntax': restrict(everywhere, [
          [
            "CallExpression[callee.property.name='once'][arguments.0.value='error']",
            'Use on: a second error without a listener ends the process.',
          ],
        ]),
      },
    },
  ],
  ignorePatterns: ['dist', 'data', 'node_modules'],
})
