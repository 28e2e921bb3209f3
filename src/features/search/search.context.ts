/** Adds the tables of the search and the features' `search` declaration to the types of the layers below. */
import type { Generated } from 'kysely'
import type { Context, FeatureName } from '#platform/contract/context.ts'

/** A public item as the search indexes it. All texts are plain, without markup. */
export interface SearchDocument {
  /** Id, unique within the kind. */
  id: number
  /** Path of the item's page. */
  url: string
  title: string
  /** Section headings, one per line. */
  headings?: string
  summary?: string
  /** The rest of the text, one paragraph or post per line. */
  body: string
  /** Slug of the category. */
  category?: string | null
  /** ISO 8601 time on which the freshness bonus depends; null: no bonus. */
  date?: string | null
  rating?: { average: number; count: number } | null
  /** Quality from 0 to 1; absent: computed from the rating. */
  quality?: number
  /** Whether the item is demo content; absent: no. */
  isDemo?: boolean
}

/** A kind of documents that a feature contributes. The database queues every written row for indexing: db/search/change-triggers.ts. */
export interface SearchSource {
  /** Used in API responses and URLs: `topic`. */
  kind: string
  /** Heading above its results: `Forum`. */
  label: string
  /** Feature switch; while it is off, the kind is not searched. */
  feature?: FeatureName
  /** Whether the items come with the software rather than from database rows. */
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
      /** Number of the index build that counted the words of this row; incremented by each rebuild. */
      generation: number
      is_demo: Generated<boolean>
    }
    /** Every word in lower case, with the number of documents that contain it. */
    search_words: {
      id: Generated<number>
      word: string
      term: string
      documents: number
      /** The part of `documents` that a previous generation counted; subtracted at the end of a rebuild. */
      outgoing: Generated<number>
    }
    search_state: { key: string; value: number }
    /** Queue of written items that wait to be indexed. */
    search_changes: { id: Generated<number>; kind: string; subject_id: number }
    /** Counts of searches per day (UTC, `2026-01-31`); `results` is the number of results of the latest search. */
    search_counts: { day: string; query: string; searches: number; results: number }
    search_clicks: { day: string; query: string; url: string; clicks: number }
    search_pins: { id: Generated<number>; query: string; url: string; created_at: string }
    /** `phrases` is a JSON array of phrases with the same meaning. While the table is empty, the default synonyms apply. */
    search_synonyms: { id: Generated<number>; phrases: string }
  }
}
