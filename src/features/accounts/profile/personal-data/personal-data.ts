/** Features declare next to their tables which data belongs to a person: it is exported on request and erased when an account is closed. */
import type { AllFeatures, Feature } from '#platform/contract/feature.ts'
import type { Context } from '#platform/contract/context.ts'
import type { z } from '#platform/contract/zod.ts'

export interface DataSubject {
  id: number
  email: string | null
}

/** One section of the personal-data export. */
export interface PersonalSection {
  /** Property name in the exported JSON. */
  section: string
  /** Schema of the section; the export's contract combines them. */
  shape: z.ZodType
  find(ctx: Pick<Context, 'db'>, person: DataSubject): Promise<unknown>
}

declare module '#platform/contract/feature.ts' {
  interface TableDeclaration {
    /** Personal data in the table: none, a section of the export, or the reason for leaving it out. */
    personal: 'nothing' | PersonalSection | { notExported: string }
  }
  interface Feature {
    /** Erases data that must not outlive an account. Posts stay, under the name "Deleted member". */
    erasePerson?(ctx: Pick<Context, 'db'>, person: DataSubject): Promise<void>
  }
}

export const listPersonalSections = (features: readonly Feature[]): PersonalSection[] =>
  features.flatMap(({ tables = {} }) =>
    Object.values(tables).flatMap(({ personal }) => (typeof personal === 'object' && 'section' in personal ? [personal] : [])),
  )

/** @returns all sections of the person's export, by name */
export async function findPersonalData(
  ctx: Pick<Context, 'db'>,
  person: DataSubject,
  features: AllFeatures,
): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = {}
  for (const { section, find } of listPersonalSections(features())) data[section] = await find(ctx, person)
  return data
}

export async function erasePerson(ctx: Pick<Context, 'db'>, person: DataSubject, features: AllFeatures): Promise<void> {
  for (const feature of features()) await feature.erasePerson?.(ctx, person)
}
