/** Lets features declare next to their tables which data is personal. It is exported on request, and erased when an account is closed. */
import type { AllFeatures, Feature } from '#platform/contract/feature.ts'
import type { Context } from '#platform/contract/context.ts'
import type { z } from '#platform/contract/zod.ts'

export interface DataSubject {
  id: number
  email: string | null
}

/** A section of the export of personal data. */
export interface PersonalSection {
  /** The property name of the section in the exported JSON. */
  section: string
  /** The schema of the section, from which the contract of the export is built. */
  shape: z.ZodType
  find(ctx: Pick<Context, 'db'>, person: DataSubject): Promise<unknown>
}

declare module '#platform/contract/feature.ts' {
  interface TableDeclaration {
    /** Declares the personal data in the table: `nothing`, a section of the export, or why it is not exported. */
    personal: 'nothing' | PersonalSection | { notExported: string }
  }
  interface Feature {
    /** Erases data of the feature that must not outlive the account. Posts stay, under the name "Deleted member". */
    erasePerson?(ctx: Pick<Context, 'db'>, person: DataSubject): Promise<void>
  }
}

export const listPersonalSections = (features: readonly Feature[]): PersonalSection[] =>
  features.flatMap(({ tables = {} }) =>
    Object.values(tables).flatMap(({ personal }) => (typeof personal === 'object' && 'section' in personal ? [personal] : [])),
  )

/** @returns the person's data by the name of the section */
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
