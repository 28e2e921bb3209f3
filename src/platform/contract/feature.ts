/**
 * What a feature declares of itself, in the `feature.ts` of its folder. `app/features.ts` lists the features and nothing else; whoever
 * works across features (the API, the jobs, and rooms that work on all tables) collects what they say. Rooms augment these types.
 */
import type { Tables } from '#db/tables.ts'
import { entriesOf } from '#platform/client/typed-entries.client.ts'
import type { Context, ViewedItem } from './context.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { WebhookDescription } from '#platform/openapi/openapi-webhooks.ts'
import type { Route } from './route.ts'

/** Calls that belong together in the API's description. */
export interface ApiGroup {
  name: string
  /** One sentence. */
  about: string
  routes: readonly Route[]
  /** What the site itself calls others for. */
  webhooks?: readonly WebhookDescription[]
}

export interface TableDeclaration {
  /** Tables that its rows point to, but for itself: they are filled before it. */
  references?: readonly (keyof Tables)[]
  /** Other features that write it, each its own columns or the rows that hang on its own. A new one is a decision. */
  alsoWrittenBy?: readonly string[]
  /** Made anew from other tables by itself: no backup takes it along, and no move. */
  isDerived?: true
  /** That it was written to would tell a caller something about somebody else: only administrators’ browsers hear of it. */
  hasSecretWrites?: true
}

export interface Feature {
  /** The name of its folder. */
  name: string
  /** Features whose public files it may use. No two need each other: when they would, they meet on a page. A new one is a decision. */
  standsOn: readonly string[]
  api?: readonly ApiGroup[]
  jobs?: readonly Job[]
  /** Tables whose rows' views are counted, and how a number of them is added to a row. */
  countedViews?: { readonly [T in ViewedItem['table']]?: (ctx: Pick<Context, 'db'>, id: number, views: number) => Promise<void> }
  /** The tables it owns. */
  tables?: { readonly [T in keyof Tables]?: TableDeclaration }
}

/** All features, for what is only asked when the application runs: a feature that works across the others is one of them itself. */
export type AllFeatures = () => readonly Feature[]

export const collectRoutes = (features: readonly Feature[]): Route[] =>
  features.flatMap(({ api = [] }) => api.flatMap(({ routes }) => routes))

export const collectJobs = (features: readonly Feature[]): Job[] => features.flatMap(({ jobs = [] }) => jobs)

export interface OwnedTable {
  name: keyof Tables
  owner: string
  declaration: TableDeclaration
}

/** Tables that only administrators' browsers hear of when they were written to. */
export const collectSecretTables = (features: readonly Feature[]): ReadonlySet<string> =>
  new Set(features.flatMap(({ tables = {} }) => entriesOf(tables).flatMap(([name, table]) => (table?.hasSecretWrites ? [name] : []))))

/** Every table, those that others point to first. @throws Error when tables point to each other in a circle */
export function collectTables(features: readonly Feature[]): OwnedTable[] {
  const waiting = features.flatMap(({ name: owner, tables = {} }) =>
    entriesOf(tables).flatMap(([name, declaration]) => (declaration ? [{ name, owner, declaration }] : [])),
  )
  const sorted: OwnedTable[] = []
  const done = new Set<keyof Tables>()
  while (sorted.length < waiting.length) {
    const ready = waiting.filter(({ name, declaration }) => !done.has(name) && (declaration.references ?? []).every((one) => done.has(one)))
    if (ready.length === 0)
      throw new Error(`Tables point to each other, or to none that a feature owns: ${waiting.map(({ name }) => name).join(', ')}`)
    for (const table of ready) {
      sorted.push(table)
      done.add(table.name)
    }
  }
  return sorted
}
