/** Packages of Debian and its kin, for tests that need a program of the distribution. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Root may simply install them. @returns whether that was tried and went well */
export function installPackages(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing ${names.join(', ')} with apt-get for the tests.`)
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    // Two test processes may want it at once: then one waits for the other.
    const apt = (...words: string[]) => execFileSync('flock', [import.meta.filename, 'apt-get', ...words], { stdio: 'ignore', env })
    apt('update', '-qq')
    apt('install', '-y', '-qq', '--no-install-recommends', ...names)
    return true
  } catch {
    return false
  }
}
