/** Queries for the vocabulary of the index: the number of documents that contain each word. */
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export interface WordCount {
  word: string
  term: string
  documents: number
}

/** Adds to the counts of these words; negative numbers subtract. Deletes words that are no longer in any document. */
export async function addWordCounts({ db }: Db, counts: readonly WordCount[]): Promise<void> {
  for (let offset = 0; offset < counts.length; offset += BATCH_SIZE) {
    const batch = counts.slice(offset, offset + BATCH_SIZE)
    await db
      .insertInto('search_words')
      .values(batch)
      .onConflict((oc) =>
        oc.column('word').doUpdateSet((eb) => ({
          term: eb.ref('excluded.term'),
          documents: eb('search_words.documents', '+', eb.ref('excluded.documents')),
        })),
      )
      .execute()
  }
  const decreasedWords = counts.flatMap(({ word, documents }) => (documents < 0 ? [word] : []))
  for (let offset = 0; offset < decreasedWords.length; offset += BATCH_SIZE)
    await db
      .deleteFrom('search_words')
      .where('word', 'in', decreasedWords.slice(offset, offset + BATCH_SIZE))
      .where('documents', '<=', 0)
      .execute()
}
const BATCH_SIZE = 200

/** Marks the current counts as outgoing. The rebuild adds new counts to them, and `endWordRecount` subtracts the outgoing ones. */
export async function beginWordRecount({ db }: Db): Promise<void> {
  await db
    .updateTable('search_words')
    .set((eb) => ({ outgoing: eb.ref('documents') }))
    .execute()
}

/** Ends a recount: subtracts the outgoing counts, and deletes words that are no longer in any document. */
export async function endWordRecount({ db }: Db): Promise<void> {
  await db
    .updateTable('search_words')
    .set((eb) => ({ documents: eb('documents', '-', eb.ref('outgoing')), outgoing: 0 }))
    .where('outgoing', '>', 0)
    .execute()
  await db.deleteFrom('search_words').where('documents', '<=', 0).execute()
}
