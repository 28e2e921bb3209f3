/** How the server itself is bundled, beside its pages (decision 51): a part of the settings of Vite, for the build alone. */
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

const SOURCE = join(import.meta.dirname, '../..')
const OUT = join(import.meta.dirname, '../../../dist/server')

/** Programs of their own. Each is built to `dist/server/` and finds other files from there. */
export const SERVER_ENTRIES = {
  main: 'src/app/process/start.ts',
  'markdown.worker': 'src/platform/markdown/markdown.worker.ts',
  'share.drawer': 'src/features/pictures/share.drawer.ts',
}

/** What has binaries or threads of its own, is only for `npm run dev`, or is seldom needed and large. */
export const NOT_BUNDLED = [
  'sharp',
  '@node-rs/argon2',
  'piscina',
  'pg-native',
  'vite',
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-base',
]

/**
 * A file of `src/` that finds something by its own place finds it from the bundle, too: what it names by `import.meta.dirname` or `.url` is where
 * it was. The script of a thread or a process is an entry, and lies in the bundle's folder.
 */
export function preserveSourcePaths(): Plugin {
  const entries = new Set(Object.values(SERVER_ENTRIES).map((file) => join(SOURCE, '..', file)))
  const fromOut = (place: string) => relative(OUT, place).replaceAll('\\', '/')
  return {
    name: 'preserve-source-paths',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(SOURCE) || entries.has(id) || !code.includes('import.meta.')) return undefined
      return code
        .replace(/new URL\('([\w.]+)\.ts', import\.meta\.url\)/g, (_, name: string) => `new URL('./${name}.js', import.meta.url)`)
        .replace(/import\.meta\.dirname/g, `(import.meta.dirname + '/${fromOut(dirname(id))}')`)
        .replace(
          /(new URL\('[^']*(?<!\.js)', )import\.meta\.url/g,
          (_, start: string) => `${start}new URL('${fromOut(id)}', import.meta.url)`,
        )
        .replace(/import\.meta\.main\b/g, 'false')
    },
  }
}
