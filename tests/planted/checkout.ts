/** Copies of the working tree, in which faults are applied and reverted. The working tree itself is never changed. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface Checkout {
  folder: string
  /** @returns false when the patch does not apply; then nothing has changed */
  apply(patch: string): boolean
  /** Reverts the fault and restores the build of the original sources. */
  revert(): void
  remove(): void
}

/** Copies tracked files, and untracked ones that are not ignored, to a new repository. node_modules is symlinked. */
export function createCheckout(): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'planted-faults-'))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' })
  for (const file of listFiles()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(join(root, file), join(folder, file))
  }
  git('init', '--quiet')
  git('add', '--all')
  git('-c', 'user.name=tests', '-c', 'user.email=tests@example.org', 'commit', '--quiet', '--message', 'test: before any fault')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const dist = join(folder, 'dist')
  // Outside of the checkout: Playwright empties test-results when it starts.
  const cleanDist = `${folder}-clean-dist`
  build(folder)
  cpSync(dist, cleanDist, { recursive: true })
  return {
    folder,
    apply(patch) {
      try {
        git('apply', patch)
        return true
      } catch {
        return false
      }
    },
    revert() {
      git('checkout', '--quiet', '--force', '.')
      rmSync(dist, { recursive: true, force: true })
      cpSync(cleanDist, dist, { recursive: true })
    },
    remove: () => [folder, cleanDist].forEach((path) => rmSync(path, { recursive: true, force: true })),
  }
}

/** Lists the files to copy; git also lists files that were deleted in the working tree. */
function listFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, maxBuffer: 2 ** 26 })
  return [...new Set(listed.toString().split('\0'))].filter((file) => file !== '' && existsSync(join(root, file)))
}

const build = (folder: string) => execFileSync(process.execPath, ['src/app/build/build-if-stale.ts'], { cwd: folder, stdio: 'pipe' })
