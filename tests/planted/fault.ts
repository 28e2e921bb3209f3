/** Planted faults: one patch file each in `faults/`, whose first line describes the symptom for a user. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface PlantedFault {
  /** Kind and short name: `ordering-reply-position`. */
  name: string
  symptom: string
  /** Absolute path of the patch file. */
  patch: string
  /** Changed files, relative to the repository. */
  files: string[]
}

/** @returns all planted faults, sorted by name */
export function loadFaults(): PlantedFault[] {
  const folder = join(import.meta.dirname, 'faults')
  return globSync('*.patch', { cwd: folder })
    .toSorted()
    .map((file) => parseFault(basename(file, '.patch'), join(folder, file)))
}

function parseFault(name: string, patch: string): PlantedFault {
  const text = readFileSync(patch, 'utf8')
  const symptom = text.split('\n', 1)[0] ?? ''
  const files = [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].map((match) => match[1] ?? '')
  if (symptom === '' || files.length === 0) throw new Error(`${patch}: expected a sentence and a unified diff.`)
  return { name, symptom, patch, files }
}
