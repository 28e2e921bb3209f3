/** Adds the tables of the search and the features' `search` declaration to the types of the layers below. */
import type { Generated } from 'kysely'
import type { Context, FeatureName } from '#platform/contract/context.ts'

/** A public item as the search indexes it. All texts are plain, without markup. */
export interface SearchDocument {
  /** Id within its kind. */
  id: number
  /** Path of its page. */
  url: string
  title: string
  /** Section headings, one per line. */
  headings?: string
  summary?: string
  /** The rest of the text, one paragraph or post per line. */
  body: string
  /** Slug. */
  category?: string | null
  /** ISO 8601; decides the freshness bonus. */
  date?: string | null
  rating?: { average: number; count: number } | null
  /** From 0 to 1, if known. */
  quality?: number
}

/** A kind of documents that a feature contributes. The database queues every written row for indexing: db/search/change-triggers.ts. */
export interface SearchSource {
  /** Used in API responses and URLs: `topic`. */
  kind: string
  /** Heading above its results: `Forum`. */
  label: string
  /** Feature switch without which the kind is not found. */
  feature?: FeatureName
  /** The items come with the software rather than from database rows. */
  hasNoRows?: true
  /** Returns the public items among these ids, in any order. */
  find(ctx: Pick<Context, 'db' | 'site' | 'log'>, ids: readonly number[]): Promise<SearchDocument[]>
  /** Returns the path of the part that contains the excerpt, such as a post; undefined for the document's own page. */
  findPart?(ctx: Pick<Context, 'db'>, id: number, excerpt: string): Promise<string | undefined>
  /** Lists ids above `after` in ascending order, public or not; at most `limit`. */
  listIds(ctx: Pick<Context, 'db'>, after: number, limit: number): Promise<number[]>
}

declare module '#platform/contract/feature.ts' {
  interface Feature {
    /** Kinds of documents that the feature contributes to the search. */
    search?: readonly SearchSource[]
  }
}

declare module '#db/tables.ts' {
  interface Tables {
    /** One row per searchable item. Derived from other tables; can be rebuilt at any time. */
    search_documents: {
      id: Generated<number>
      kind: string
      subject_id: number
      url: string
      title: string
      headings: string
      summary: string
      body: string
      category: string | null
      date: string | null
      rating_average: number | null
      rating_count: number | null
      quality: number
      /** One line each: keys, title, headings, summary, body, category. */
      terms: string
      /** The index build that counted its words; incremented by each rebuild. */
      generation: number
    }
    /** Every word as written, with the number of documents that contain it. */
    search_words: {
      id: Generated<number>
      word: string
      term: string
      documents: number
      /** During a rebuild: the part of `documents` that the previous generation counted; subtracted at the end. */
      outgoing: Generated<number>
    }
    search_state: { key: string; value: number }
    /** Queue of written items that wait to be indexed. */
    search_changes: { id: Generated<number>; kind: string; subject_id: number }
    /** Counts per day (UTC, `2026-01-31`). */
    search_counts: { day: string; query: string; searches: number; results: number }
    search_clicks: { day: string; query: string; url: string; clicks: number }
    search_pins: { id: Generated<number>; query: string; url: string; created_at: string }
    /** JSON array of phrases with the same meaning. Without a row the default synonyms apply. */
    search_synonyms: { id: Generated<number>; phrases: string }
  }
}
