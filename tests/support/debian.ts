/** Installs Debian packages for tests that need a system program. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs packages if the process runs as root. @returns whether the installation succeeded */
export function installPackages(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing ${names.join(', ')} with apt-get for the tests.`)
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    // `flock` serialises installations, because two test processes may install at the same time.
    const apt = (...args: string[]) => execFileSync('flock', [import.meta.filename, 'apt-get', ...args], { stdio: 'ignore', env })
    apt('update', '-qq')
    apt('install', '-y', '-qq', '--no-install-recommends', ...names)
    return true
  } catch {
    return false
  }
}
