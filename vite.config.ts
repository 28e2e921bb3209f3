import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { createChunkGroups } from './src/app/build/chunk-groups.ts'
import { NOT_BUNDLED, preserveSourcePaths, SERVER_ENTRIES } from './src/app/build/built-server.ts'

// light-dark() must stay as it is: rewritten for older browsers it would only work on the root, not on a single scene.
const BROWSERS = ['chrome123', 'firefox128', 'safari17.5']

/** 42 bits tell a file's contents apart. The list of files that each visit begins with holds nothing as hard to compress. */
const NAMES = 'assets/[name]-[hash:7].js'

/** A build says something only when something is wrong; how long a part of it took on a slow machine is not. */
const NO_TIMINGS = { bundlerTimings: false }

const PREPARED = [
  'react',
  'react-dom/client',
  'react-router',
  'react-router/dom',
  '@tanstack/react-query',
  'radix-ui',
  'zod',
  '@simplewebauthn/browser',
]
const EDITOR = ['commands', 'lang-markdown', 'language', 'state', 'view']

export default defineConfig(({ command }) => ({
  plugins: [react(), preserveSourcePaths()],
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
        // The Markdown editor is larger than the default limit; it is loaded only when someone writes.
        chunkSizeWarningLimit: 550,
        rolldownOptions: {
          input: 'src/app/pages/entry-client.tsx',
          output: {
            codeSplitting: { groups: createChunkGroups() },
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
