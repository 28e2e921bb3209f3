/**
 * Which file may import which: layers, features, and what reaches the browser. Static, dynamic and type-only imports are checked alike;
 * the dependencies between features are read from their own declarations.
 */
import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser'
import { features } from '#app/features.ts'

/** Layer → layers that it may import. */
const LAYERS: Record<string, string> = {
  app: 'site|admin|features|platform|db|ui|wording',
  site: 'features|platform|ui|wording',
  admin: 'features|platform|ui|wording',
  features: 'platform|db|ui|wording',
  platform: 'db|wording',
  db: 'wording',
  ui: 'wording',
  wording: '',
}
/** What a feature shows to those that depend on it. `setting.queries.ts` is how the demo content writes settings. */
const PUBLIC_FILES = ['\\.(contract|endpoints|policy|client|service|factory)\\.ts$', '\\.tsx$', '\\.css$', 'setting\\.queries\\.ts$']
/** What may be in a bundle for the browser. */
const BROWSER_FILES = ['\\.(tsx|css)$', '\\.(policy|client|endpoints)\\.ts$', '^src/(admin|site|ui|wording)/']
const TESTS = '\\.(test|factory)\\.tsx?$'
/** A program that is run by hand. It lies next to the fonts that it writes. */
const SUBSET_FONTS = '^src/ui/styles/fonts/subset-fonts\\.ts$'

const layers = Object.entries(LAYERS).map(([layer, below]): IForbiddenRuleType => ({
  name: `layer-${layer}`,
  comment: 'Imports go down only: docs/architecture.md, "Layers and imports".',
  severity: 'error',
  from: { path: `^src/${layer}/`, pathNot: TESTS },
  to: { path: '^src/', pathNot: `^src/(${[layer, ...below.split('|')].filter(Boolean).join('|')})/` },
}))
const declared = features.map(({ name, dependsOn: standsOn }): IForbiddenRuleType => ({
  name: `feature-${name}`,
  comment: `Declare the dependency in src/features/${name}/feature.ts, or remove the import.`,
  severity: 'error',
  from: { path: `^src/features/${name}/`, pathNot: TESTS },
  to: { path: '^src/features/', pathNot: `^src/features/(${[name, ...standsOn].join('|')})/` },
}))

export default {
  forbidden: [
    ...layers,
    ...declared,
    {
      name: 'feature-private-file',
      comment: 'Other features see contracts, policies, services, clients and components only.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/', pathNot: TESTS },
      to: { path: '^src/features/', pathNot: ['^src/features/$1/', ...PUBLIC_FILES] },
    },
    {
      name: 'browser-server-code',
      comment: 'Server code must not reach the browser; import its types with `import type`.',
      severity: 'error',
      from: { path: BROWSER_FILES, pathNot: [TESTS, '^src/app/pages/entry-server\\.tsx$'] },
      to: { path: '^src/', pathNot: BROWSER_FILES, dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
    {
      name: 'browser-dynamic-import',
      comment: 'A form fetches its contract when it is filled in; nothing else outside the browser files.',
      severity: 'error',
      from: { path: BROWSER_FILES, pathNot: [TESTS, '^src/app/pages/entry-server\\.tsx$'] },
      to: { path: '^src/', pathNot: [...BROWSER_FILES, '\\.contract\\.ts$'], dependencyTypes: ['dynamic-import'] },
    },
    {
      name: 'contract-server-code',
      comment: 'The browser fetches contracts to check forms, so they import no server code.',
      severity: 'error',
      // The export of personal data is put together from what features declare; no form checks it.
      from: { path: '\\.contract\\.ts$', pathNot: 'account-export\\.contract\\.ts$' },
      to: {
        path: '^src/',
        pathNot: [...BROWSER_FILES, '\\.contract\\.ts$', '^src/platform/(text/|contract/(zod|endpoint|quota)\\.ts$)'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'browser-node-module',
      comment: 'Modules of Node.js do not exist in the browser.',
      severity: 'error',
      from: { path: BROWSER_FILES, pathNot: [TESTS, SUBSET_FONTS, '^src/app/pages/entry-server\\.tsx$'] },
      to: { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'test-code',
      comment: 'Only tests use test support, factories and development packages.',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { path: ['^tests/', TESTS], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'development-package',
      severity: 'error',
      from: { path: '^src/', pathNot: [TESTS, SUBSET_FONTS] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    },
    {
      name: 'zod',
      comment: 'zod is configured in platform/contract/zod.ts before the first schema is made.',
      severity: 'error',
      from: { path: '^src/', pathNot: [TESTS, '^src/platform/contract/zod\\.ts$'] },
      to: { path: '^node_modules/zod/', dependencyTypesNot: ['type-only'] },
    },
    { name: 'circle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'name-without-meaning',
      comment: 'Name the file or folder after what it contains.',
      severity: 'error',
      from: {},
      to: { path: '^src/[^.]*/(util|utils|helper|helpers|misc|common|shared|lib|index)[/.]' },
    },
  ],
  options: {
    doNotFollow: 'node_modules',
    tsPreCompilationDeps: true,
    parser: 'tsc',
    tsConfig: { fileName: 'tsconfig.json' },
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
} satisfies IConfiguration
