/** What the image leaves out, as the Dockerfile says it, for tests. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The packages that are uninstalled once the build is done. */
export function packagesRemovedFromImage(): string[] {
  const dockerfile = readFileSync(join(import.meta.dirname, '../../deploy/Dockerfile'), 'utf8')
  return (/npm uninstall ([^&]*)&&/.exec(dockerfile)?.[1] ?? '').split(/\s+/).filter((word) => /^[@\w]/.test(word))
}
