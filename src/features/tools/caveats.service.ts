/** Finds the texts of the caveats that a tool's result needs. */
import { findCaveat } from '#features/figures/caveats/caveat-file.service.ts'
import type { ToolName } from './catalogue/tool.policy.ts'
import { chooseCaveats, type CaveatSubject } from './caveats.policy.ts'
import type { ToolCaveat } from './tool.contract.ts'

/** Returns the caveats of a result, the most important first. */
export const listCaveats = (name: ToolName, subject: CaveatSubject): ToolCaveat[] =>
  chooseCaveats(name, subject).flatMap(({ key, title }) => {
    const caveat = findCaveat(key)
    return caveat ? [{ ...caveat, title: title ?? caveat.title, isSpecific: title !== undefined }] : []
  })
