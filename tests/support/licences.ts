/** Reads the licences of the production packages from the lock file and from installed packages. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const Package = z.object({ dev: z.boolean().optional(), license: z.string().optional() })
const Lock = z.object({ packages: z.record(z.string(), Package) })

/** Permissive licences, which have no requirements on other code. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
]
/** Licences with requirements, the packages that they are allowed for, and why. */
const EXCEPTIONS = [
  { licence: 'OFL-1.1', packages: /^@fontsource/, why: 'Fonts, served unmodified under their own names.' },
  { licence: 'MPL-2.0', packages: /^lightningcss/, why: 'Used unmodified by the build; applies to its own files only.' },
  {
    licence: 'LGPL-3.0-or-later',
    packages: /^@img\/sharp-/,
    why: 'libvips: a replaceable library that is dynamically linked.',
  },
  { licence: 'none', packages: /^png-js$/, why: 'MIT in its LICENSE file; its package.json does not name it.' },
] as const

export interface PackageLicence {
  name: string
  licence: string
  isAllowed: boolean
}

/**
 * Reads the licence of each production package.
 * @param lock content of package-lock.json
 * @param root path of the folder that contains node_modules
 */
export function readLicences(lock: string, root: string): PackageLicence[] {
  return Object.entries(Lock.parse(JSON.parse(lock)).packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const licence = readInstalledLicence(join(root, path, 'package.json')) ?? license ?? 'none'
      return { name, licence, isAllowed: isAllowed(name, licence) }
    })
}

/** Packages without the field may state the licence in a file only. */
function readInstalledLicence(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  const { license } = Package.parse(JSON.parse(readFileSync(file, 'utf8')))
  const licenceFile = join(dirname(file), 'LICENSE')
  if (license !== undefined || !existsSync(licenceFile)) return license
  return readFileSync(licenceFile, 'utf8').startsWith('MIT License\n') ? 'MIT' : undefined
}

/**
 * Whether the licence of a package is allowed. In SPDX expressions, `A AND B` needs both, `(A OR B)` one. Mixed expressions are not
 * supported.
 */
function isAllowed(name: string, expression: string): boolean {
  const splitAt = (word: string) => expression.replaceAll(/[()]/g, '').split(` ${word} `)
  const isAllowedLicence = (licence: string) =>
    PERMISSIVE.includes(licence) || EXCEPTIONS.some((exception) => exception.licence === licence && exception.packages.test(name))
  return expression.includes(' AND ') ? splitAt('AND').every(isAllowedLicence) : splitAt('OR').some(isAllowedLicence)
}
