/** Reads from the Dockerfile which packages the image does not contain. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lists the packages that are uninstalled after the build. */
export function packagesRemovedFromImage(): string[] {
  const dockerfile = readFileSync(join(import.meta.dirname, '../../deploy/Dockerfile'), 'utf8')
  return (/npm uninstall ([^&]*)&&/.exec(dockerfile)?.[1] ?? '').split(/\s+/).filter((word) => /^[@\w]/.test(word))
}
