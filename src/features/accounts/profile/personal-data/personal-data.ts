/** What a feature holds about a person, declared beside its tables: their export is made of it, and closing an account takes it away. */
import type { AllFeatures, Feature } from '#platform/contract/feature.ts'
import type { Context } from '#platform/contract/context.ts'
import type { z } from '#platform/contract/zod.ts'

export interface DataSubject {
  id: number
  email: string | null
}

/** One part of a person's export. */
export interface PersonalSection {
  /** Its name in the file. */
  section: string
  /** What is in it: the export's contract is made of these. */
  shape: z.ZodType
  find(ctx: Pick<Context, 'db'>, person: DataSubject): Promise<unknown>
}

declare module '#platform/contract/feature.ts' {
  interface TableDeclaration {
    /** What of it belongs to a person: nothing, a part of their export, or why it stays out of it. */
    personal: 'nothing' | PersonalSection | { notExported: string }
  }
  interface Feature {
    /** Takes away what must not outlive an account. What was posted stays, under the name "Deleted member". */
    erasePerson?(ctx: Pick<Context, 'db'>, person: DataSubject): Promise<void>
  }
}

export const listPersonalSections = (features: readonly Feature[]): PersonalSection[] =>
  features.flatMap(({ tables = {} }) =>
    Object.values(tables).flatMap(({ personal }) => (typeof personal === 'object' && 'section' in personal ? [personal] : [])),
  )

/** Every section of a person's export, by its name. */
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
