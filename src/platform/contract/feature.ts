/**
 * What a feature declares in the `feature.ts` of its folder. `app/features.ts` lists the features; the API, the jobs and features that
 * work on all tables collect the declarations. Features extend these types by declaration merging.
 */
import type { Tables } from '#db/tables.ts'
import { entriesOf } from '#platform/client/typed-entries.client.ts'
import type { Context, ViewedItem } from './context.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { WebhookDescription } from '#platform/openapi/openapi-webhooks.ts'
import type { Route } from './route.ts'

/** A group of calls in the API documentation. */
export interface ApiGroup {
  name: string
  /** Description in one sentence. */
  about: string
  routes: readonly Route[]
  /** Webhooks that the site sends. */
  webhooks?: readonly WebhookDescription[]
}

export interface TableDeclaration {
  /** Tables that its foreign keys reference, except itself; those are filled first. */
  references?: readonly (keyof Tables)[]
  /** Other features that write it: their own columns, or rows that belong to theirs. An addition needs a decision. */
  alsoWrittenBy?: readonly string[]
  /** Whether the table is recomputed from others, so that it is not part of backups and moves. */
  isDerived?: true
  /** Whether a notification of a write would reveal something about another member: only administrators' browsers are notified. */
  hasSecretWrites?: true
}

export interface Feature {
  /** The name of its folder. */
  name: string
  /**
   * Features whose public files it may import. No cycles: two features that need each other meet on a page. An addition needs a decision.
   */
  dependsOn: readonly string[]
  api?: readonly ApiGroup[]
  jobs?: readonly Job[]
  /** Tables whose rows' views are counted, with a function that adds views to a row. */
  countedViews?: { readonly [T in ViewedItem['table']]?: (ctx: Pick<Context, 'db'>, id: number, views: number) => Promise<void> }
  /** The tables it owns. */
  tables?: { readonly [T in keyof Tables]?: TableDeclaration }
}

/** Returns all features. Lazy, because a feature that works across all features is itself one of them. */
export type AllFeatures = () => readonly Feature[]

export const collectRoutes = (features: readonly Feature[]): Route[] =>
  features.flatMap(({ api = [] }) => api.flatMap(({ routes }) => routes))

export const collectJobs = (features: readonly Feature[]): Job[] => features.flatMap(({ jobs = [] }) => jobs)

export interface OwnedTable {
  name: keyof Tables
  owner: string
  declaration: TableDeclaration
}

/** Lists the tables whose writes are published to administrators' browsers only. */
export const collectSecretTables = (features: readonly Feature[]): ReadonlySet<string> =>
  new Set(features.flatMap(({ tables = {} }) => entriesOf(tables).flatMap(([name, table]) => (table?.hasSecretWrites ? [name] : []))))

/** Returns all tables in topological order, referenced ones first. @throws Error for a cycle, or a reference to a table without an owner */
export function collectTables(features: readonly Feature[]): OwnedTable[] {
  const pending = features.flatMap(({ name: owner, tables = {} }) =>
    entriesOf(tables).flatMap(([name, declaration]) => (declaration ? [{ name, owner, declaration }] : [])),
  )
  const sorted: OwnedTable[] = []
  const done = new Set<keyof Tables>()
  while (sorted.length < pending.length) {
    const ready = pending.filter(
      ({ name, declaration }) => !done.has(name) && (declaration.references ?? []).every((table) => done.has(table)),
    )
    if (ready.length === 0)
      throw new Error(`Tables point to each other, or to none that a feature owns: ${pending.map(({ name }) => name).join(', ')}`)
    for (const table of ready) {
      sorted.push(table)
      done.add(table.name)
    }
  }
  return sorted
}
