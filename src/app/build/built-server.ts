/** Vite configuration of the server bundle (decision 1). */
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

const SOURCE_FOLDER = join(import.meta.dirname, '../..')
const OUT_FOLDER = join(import.meta.dirname, '../../../dist/server')

/** Entry points. Each is built to `dist/server/` and resolves other files from there. */
export const SERVER_ENTRIES = {
  main: 'src/app/process/start.ts',
  'markdown.worker': 'src/platform/markdown/markdown.worker.ts',
  'share.drawer': 'src/features/pictures/share.drawer.ts',
  'pdf.worker': 'src/features/duties/pdf.worker.ts',
}

/** Packages that are not bundled, because they have binaries or threads, are for `npm run dev` only, or are large and rarely needed. */
export const NOT_BUNDLED = [
  'sharp',
  '@node-rs/argon2',
  'piscina',
  'pg-native',
  'vite',
  'pdfkit',
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-base',
]

/**
 * Rewrites `import.meta.dirname` and `import.meta.url`, so that bundled modules resolve paths relative to their source file. Worker scripts
 * are entries and are resolved in the bundle's folder.
 */
export function preserveSourcePaths(): Plugin {
  const entries = new Set(Object.values(SERVER_ENTRIES).map((file) => join(SOURCE_FOLDER, '..', file)))
  const relativeToOut = (path: string) => relative(OUT_FOLDER, path).replaceAll('\\', '/')
  return {
    name: 'preserve-source-paths',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(SOURCE_FOLDER) || entries.has(id) || !code.includes('import.meta.')) return undefined
      return code
        .replace(/new URL\('([\w.]+)\.ts', import\.meta\.url\)/g, (_, name: string) => `new URL('./${name}.js', import.meta.url)`)
        .replace(/import\.meta\.dirname/g, `(import.meta.dirname + '/${relativeToOut(dirname(id))}')`)
        .replace(
          /(new URL\('[^']*(?<!\.js)', )import\.meta\.url/g,
          (_, start: string) => `${start}new URL('${relativeToOut(id)}', import.meta.url)`,
        )
        .replace(/import\.meta\.main\b/g, 'false')
    },
  }
}
