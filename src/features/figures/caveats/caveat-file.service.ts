/** Reads the caveats from `content/caveats.yaml`. They are part of the release and the same for all sites. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from '#platform/contract/zod.ts'
import type { Caveat, FindCaveat } from './caveat.policy.ts'

const CAVEATS_FILE = join(import.meta.dirname, '../../../../content/caveats.yaml')

const Names = z.array(z.string()).default([])
const CaveatEntry = z.strictObject({
  title: z.string().max(80),
  text: z.string().max(900),
  source: z.strictObject({ title: z.string(), publisher: z.string(), url: z.url({ protocol: /^https$/ }) }),
  checked: z.iso.date(),
  /** Regular expression: a text or product that matches it must show the caveat. */
  words: z.string().optional(),
  /** Slugs of texts and products that need not show the caveat. */
  except: Names,
  /** What must show the caveat. Tests compare it with the texts, tools and products. */
  appliesTo: z.strictObject({ articles: Names, expertArticles: Names, tools: Names, products: Names, categories: Names }),
})
type CaveatEntry = z.infer<typeof CaveatEntry>

const CaveatFile = z.record(z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/), CaveatEntry)

let cachedEntries: Map<string, CaveatEntry> | undefined

/**
 * Reads the file; the result is memoised.
 * @throws ZodError if the file is invalid
 */
export function readCaveatEntries(): ReadonlyMap<string, CaveatEntry> {
  return (cachedEntries ??= new Map(Object.entries(CaveatFile.parse(parse(readFileSync(CAVEATS_FILE, 'utf8'))))))
}

/** Returns a caveat by its key. */
export const findCaveat: FindCaveat = (key) => {
  const entry = readCaveatEntries().get(key)
  return entry && toCaveat(key, entry)
}

/** Returns the caveats with these keys; unknown keys are left out. */
export const listCaveats = (keys: readonly string[]): Caveat[] => keys.flatMap((key) => findCaveat(key) ?? [])

const toCaveat = (key: string, { title, text, source, checked }: CaveatEntry): Caveat => ({ key, title, text, source, checkedOn: checked })
