import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileHint } from './src/app/build/compile-hint.ts'
import { NOT_BUNDLED, preserveSourcePaths, SERVER_ENTRIES } from './src/app/build/built-server.ts'

// light-dark() must stay as it is: rewritten for older browsers it would only work on the root, not on a single scene.
const BROWSERS = ['chrome123', 'firefox128', 'safari17.5']

/** What several pages have but no first visit needs: windows and tabs, tables, the frame and the fields of an account, reading specifications, and the checks of forms with zod. */
const LATER =
  /src\/(ui\/(?:[\w-]+\/)*(combobox|confirm|data-table|dialog|sparkline|switch|tabs|toolbar|tooltip)|features\/(accounts\/(account-f|account\.(client|endpoints)|form-footer|passkeys\/|passwords\/password-)|products\/specifications\/(spec-definitions|specification|units)\.policy))|\.contract\.ts$|(platform\/(?:[\w-]+\/)*(plain-name|domain-name|email-address|endpoint|schema-messages|shown-email\.client|single-line|slug\.client|zod)|wording\/plain-name)\.ts$/

/** Small things without React that forms, the wizard and the back-office need: one file, as each would cost more in the list of files than it holds. */
const SMALL =
  /src\/(wording\/(admin-nouns|durations|lists|normalize-text|periods|today)|platform\/(?:[\w-]+\/)*((to-error|typed-entries)\.client|picture-url)|features\/(audit\/audit-subjects\.policy|deployment\/(claims\/claim|deployment)\.endpoints|sites\/region\.policy|trash\/trash\.(client|endpoints)|uploads\/upload-limits\.policy|users\/user-admin\.endpoints))/

/** What several pages share and Home has none of: reading, lists, forums, forms on a page of their own. */
const INNER =
  /src\/(ui\/(?:[\w-]+\/)*(breadcrumb|empty-state|long-text|page-numbers|pager|progress|prose|scroll-region|use-focus-return|use-search-input)|features\/(enquiries\/(enquiry\.endpoints|tracking\/tracking\.(client|endpoints))|figures|forums\/topic-row|newsletter\/(newsletter\.policy|issues\/archive\/archive\.(client|endpoints))|products\/prices\/price\.policy|reviews\/(?!recent)|search|votes)|site\/(account\/(auth-layout|confirm-link-page|posting)|articles|filters|forum|newsletter\/key-|products|search|structured-data\/(article|breadcrumb)))/

/** What the pages of the tools share, and guides with a tool in them. The sums themselves stay on the server. */
const TOOLS =
  /src\/(features\/tools\/(tool-parameters|inputs\/join-cells|figures\/rounding|tool\.|own-home\/own-home|plan\/plan[.-])|site\/tools\/)/

/** What a product's page, the lists with their filters, and the comparison share. */
const SPECIFICATIONS = /src\/features\/products\/specifications\//

/** Of every page's frame what one other page has too, and what fetches later files: too small for files of their own. */
const FRAME =
  /vite\/preload-helper|src\/(admin\/pages\.ts|features\/analytics\/analytics\.client|site\/shell\/header\/(brand\.module|header-search)|ui\/(?:[\w-]+\/)*(search-field|toast\.module))/

/** What only pages that write or ask for several lists at once need of TanStack Query: it goes with the inner pages. */
const WRITING = /@tanstack\/.*\/(mutationObserver|useMutation|queriesObserver|useQueries)\.js$/

/** A few files rather than one for each small part: what every page needs, what several pages share, and what only inner pages do. */
const GROUPS = [
  {
    name: 'vendor',
    test: (id: string) => /node_modules\/(react|react-dom|react-router|scheduler|cookie|@tanstack)\//.test(id) && !WRITING.test(id),
  },
  {
    name: 'parts',
    test: (id: string) =>
      /src\/(wording|ui|features|platform|site)\/.*\.(tsx?|css)$/.test(id) &&
      !LATER.test(id) &&
      !INNER.test(id) &&
      !SMALL.test(id) &&
      !/src\/(features|site)\/tools\//.test(id),
    minShareCount: 3,
  },
  // Before those below: a group takes along what its files import, and every page needs what fetches later files.
  { name: 'frame', test: FRAME },
  { name: 'tabs', test: /src\/ui\/lists\/tabs\./ },
  { name: 'inner', test: (id: string) => INNER.test(id) || WRITING.test(id), minShareCount: 3 },
  { name: 'specifications', test: SPECIFICATIONS, minShareCount: 2 },
  { name: 'tools', test: TOOLS, minShareCount: 2 },
  { name: 'small', test: SMALL, minShareCount: 2 },
]

/** What a visit begins with. */
const FIRST = /^(entry-client|vendor|parts|frame|inner|tabs|specifications)$|\.page$/

/** 42 bits tell a file's contents apart. The list of files that each visit begins with holds nothing as hard to compress. */
const NAMES = 'assets/[name]-[hash:7].js'

/** A build says something only when something is wrong; how long a part of it took on a slow machine is not. */
const NO_TIMINGS = { bundlerTimings: false }

const PREPARED = ['react', 'react-dom/client', 'react-router', '@tanstack/react-query', 'radix-ui', 'zod', '@simplewebauthn/browser']
const EDITOR = ['commands', 'lang-markdown', 'language', 'state', 'view']

export default defineConfig(({ command }) => ({
  plugins: [react(), preserveSourcePaths(), compileHint(FIRST)],
  css: {
    transformer: 'lightningcss',
    lightningcss: {
      // No browser reads src/ui/styles/breakpoints.css yet. What else is too new for BROWSERS is rewritten once, when all is bundled (cssTarget).
      drafts: { customMedia: true },
      targets: {},
      // Names of grid areas stay short: they hold within one sheet anyway.
      cssModules: { pattern: '[hash]_[local]', grid: false },
    },
  },
  appType: 'custom',
  builder: {},
  // Named, so that opening another page while developing does not stop to prepare more.
  optimizeDeps: { include: [...PREPARED, ...EDITOR.map((part) => `@codemirror/${part}`)] },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        cssTarget: BROWSERS,
        // The editor for Markdown is larger than the usual limit; only whoever writes asks for it.
        chunkSizeWarningLimit: 550,
        rolldownOptions: {
          input: 'src/app/pages/entry-client.tsx',
          output: {
            codeSplitting: { groups: GROUPS },
            entryFileNames: NAMES,
            chunkFileNames: NAMES,
            assetFileNames: 'assets/[name]-[hash:7][extname]',
          },
          checks: NO_TIMINGS,
        },
      },
    },
    // When built, everything is bundled: few files to load and none to translate. Which form of React it has is said here, as its files are
    // read before main.ts could set NODE_ENV.
    ssr: {
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      resolve: command === 'build' ? { noExternal: true, external: NOT_BUNDLED } : { noExternal: [] },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: {
          input: { 'entry-server': 'src/app/pages/entry-server.tsx', ...SERVER_ENTRIES },
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', comments: false },
          checks: NO_TIMINGS,
        },
      },
    },
  },
}))
