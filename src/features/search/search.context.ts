/** What the room adds to the types below it: its tables, and what each feature declares of what is found in it. */
import type { Generated } from 'kysely'
import type { Context, FeatureName } from '#platform/contract/context.ts'

/** One thing that everybody may see, as the search knows it. All texts are plain, without marks. */
export interface SearchDocument {
  /** The number of the thing among those of its kind. */
  id: number
  /** The path of its page. */
  url: string
  title: string
  /** Of its sections, one in a line. */
  headings?: string
  summary?: string
  /** Everything else, one paragraph or post in a line. */
  body: string
  /** A slug. */
  category?: string | null
  /** ISO 8601: how fresh it is. */
  date?: string | null
  rating?: { average: number; count: number } | null
  /** From 0 to 1: how good it is held to be, where that is known. */
  quality?: number
}

/** What a feature gives to the search: one kind of things. Rows that are written are noted by the database: db/changes/row-changes.ts. */
export interface SearchSource {
  /** `topic`: stands in the answers and in addresses. */
  kind: string
  /** What it is called above its results: `Forum`. */
  label: string
  /** The switch that it hangs on. */
  feature?: FeatureName
  /** Its things come with the software and not from rows. */
  hasNoRows?: true
  /** Those of these numbers that everybody may see, in any order. */
  find(ctx: Pick<Context, 'db' | 'site' | 'log'>, ids: readonly number[]): Promise<SearchDocument[]>
  /** The path of the part of a document that has these words, such as a post; undefined for the document's own page. */
  findPart?(ctx: Pick<Context, 'db'>, id: number, excerpt: string): Promise<string | undefined>
  /** The numbers after this one in their order, seen by everybody or not; at most `limit`. */
  listIds(ctx: Pick<Context, 'db'>, after: number, limit: number): Promise<number[]>
}

declare module '#platform/contract/feature.ts' {
  interface Feature {
    /** What of it the one search finds. */
    search?: readonly SearchSource[]
  }
}

declare module '#db/tables.ts' {
  interface Tables {
    /** What can be found, each thing once. Made of other tables, and made anew at any time. */
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
      /** One line each: keys, title, headings, summary, body. */
      terms: string
      /** When its words were counted: each time that all of the index is made anew is one more. */
      generation: number
    }
    /** Every word as it is written, and in how many documents. */
    search_words: {
      id: Generated<number>
      word: string
      term: string
      documents: number
      /** While the index is made anew: how many of these are of the generation before, and go at the end. */
      outgoing: Generated<number>
    }
    search_state: { key: string; value: number }
    /** Things that were written and are to be put into the index anew. */
    search_changes: { id: Generated<number>; kind: string; subject_id: number }
    /** Counts of a day (UTC, `2026-01-31`). */
    search_counts: { day: string; query: string; searches: number; results: number }
    search_clicks: { day: string; query: string; url: string; clicks: number }
    search_pins: { id: Generated<number>; query: string; url: string; created_at: string }
    /** JSON: phrases that mean the same. Without a row the first set holds. */
    search_synonyms: { id: Generated<number>; phrases: string }
  }
}
