import '#features/writing/writing.context.ts'
import type { Selectable } from 'kysely'
import { isOneOf, isOneOfTexts } from '#db/search/search-index.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import type { PostPicture } from '#features/writing/writing.contract.ts'
import { toPostPictureId } from './post-picture-id.policy.ts'

type Db = Pick<Context, 'db'>
export type PostPictureRow = Selectable<Tables['post_pictures']>
/** The post that contains a picture. */
export type PicturedPost = { topicId: number } | { replyId: number }

export const toPictureUrl = (name: string): string => `/uploads/${name}.webp`

interface NewPicture {
  userId: number
  name: string
  alt: string
  bytes: number
}

/** Inserts a picture that is not in a post yet. The same picture of the same member gets the new description instead. */
export async function upsertUnsentPicture({ db }: Db, { userId, name, alt, bytes }: NewPicture): Promise<PostPicture> {
  const createdAt = new Date().toISOString()
  const { id } = await db
    .insertInto('post_pictures')
    .values({ user_id: userId, topic_id: null, reply_id: null, name, alt, bytes, created_at: createdAt })
    .onConflict((oc) =>
      oc
        .columns(['user_id', 'name'])
        .where('topic_id', 'is', null)
        .where('reply_id', 'is', null)
        .doUpdateSet({ alt, created_at: createdAt }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: toPostPictureId(id), url: toPictureUrl(name), alt }
}

export const listPicturesOfMember = ({ db }: Db, userId: number, names: readonly string[]): Promise<PostPictureRow[]> =>
  db
    .selectFrom('post_pictures')
    .selectAll()
    .where('user_id', '=', userId)
    .where(isOneOfTexts(db, 'name', names))
    .orderBy('id')
    .execute()

/** Makes an unsent picture part of a post. */
export async function setPostOfPicture({ db }: Db, id: number, post: PicturedPost): Promise<void> {
  await db.updateTable('post_pictures').set(toPostColumns(post)).where('id', '=', id).execute()
}

/** Inserts a picture of another post of the same member into this one. */
export async function insertPictureOfPost({ db }: Db, { id: _id, ...row }: PostPictureRow, post: PicturedPost): Promise<void> {
  await db
    .insertInto('post_pictures')
    .values({ ...row, ...toPostColumns(post), created_at: new Date().toISOString() })
    .execute()
}

const toPostColumns = (post: PicturedPost) => ({
  topic_id: 'topicId' in post ? post.topicId : null,
  reply_id: 'replyId' in post ? post.replyId : null,
})

/** Lists the pictures with these names that are in a post. */
export const listSentPictures = ({ db }: Db, names: readonly string[]) =>
  db
    .selectFrom('post_pictures')
    .select(['id', 'name', 'topic_id as topicId', 'reply_id as replyId'])
    .where(isOneOfTexts(db, 'name', names))
    .where((eb) => eb.or([eb('topic_id', 'is not', null), eb('reply_id', 'is not', null)]))
    .orderBy('id')
    .execute()

/** Finds a picture that is in a visible post. */
export const findPublicPicture = ({ db }: Db, id: number) =>
  db
    .selectFrom('post_pictures as p')
    .leftJoin('replies as r', 'r.id', 'p.reply_id')
    .innerJoin('topics as t', (join) => join.on((eb) => eb('t.id', '=', eb.fn.coalesce('r.topic_id', 'p.topic_id'))))
    .select(['p.user_id as userId', 'p.name', 'p.alt', 'p.reply_id as replyId', 't.id as topicId', 't.title'])
    .where('p.id', '=', id)
    .where('t.status', '=', 'visible')
    .where((eb) => eb.or([eb('p.reply_id', 'is', null), eb('r.status', '=', 'visible')]))
    .executeTakeFirst()

/** Deletes a picture. @returns the deleted row; undefined if it does not exist */
export const takePicture = ({ db }: Db, id: number): Promise<PostPictureRow | undefined> =>
  db.deleteFrom('post_pictures').where('id', '=', id).returningAll().executeTakeFirst()

/** Lists the rows of the pictures in a topic and in replies, for the trash. */
export const listPictureRows = ({ db }: Db, topicIds: readonly number[], replyIds: readonly number[]): Promise<PostPictureRow[]> =>
  db
    .selectFrom('post_pictures')
    .selectAll()
    .where((eb) => eb.or([isOneOf(db, 'topic_id', topicIds), isOneOf(db, 'reply_id', replyIds)]))
    .orderBy('id')
    .execute()

export async function deleteUnsentPicturesBefore({ db }: Db, before: string): Promise<void> {
  await db
    .deleteFrom('post_pictures')
    .where('topic_id', 'is', null)
    .where('reply_id', 'is', null)
    .where('created_at', '<', before)
    .execute()
}

/** @returns when the oldest unsent picture was uploaded; null if there is none */
export async function findOldestUnsent({ db }: Db): Promise<string | null> {
  const { oldest } = await db
    .selectFrom('post_pictures')
    .select((eb) => eb.fn.min<string | null>('created_at').as('oldest'))
    .where('topic_id', 'is', null)
    .where('reply_id', 'is', null)
    .executeTakeFirstOrThrow()
  return oldest
}

export async function deletePicturesOfPerson({ db }: Db, { id }: { id: number }): Promise<void> {
  await db.deleteFrom('post_pictures').where('user_id', '=', id).execute()
}

/** Returns the names, among `names`, of pictures in posts, also in the trash, and of unsent pictures. */
export async function findPictureNames({ db }: Db, names: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('post_pictures')
    .select('name')
    .where(isOneOfTexts(db, 'name', names))
    .execute()
  const found = new Set(rows.map(({ name }) => name))
  const missing = names.filter((name) => !found.has(name))
  return new Set([...found, ...(await findTrashedNames({ db }, missing))])
}

/** Returns the names, among `names`, of pictures that are only in posts that are hidden, waiting or in the trash. */
export async function findWithheldNames({ db }: Db, names: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('post_pictures as p')
    .leftJoin('replies as r', 'r.id', 'p.reply_id')
    .leftJoin('topics as t', (join) => join.on((eb) => eb('t.id', '=', eb.fn.coalesce('r.topic_id', 'p.topic_id'))))
    .select(['p.name', 't.status as topicStatus', 'r.status as replyStatus', 'p.reply_id as replyId'])
    .where(isOneOfTexts(db, 'p.name', names))
    .execute()
  const withheld = new Set<string>()
  const shown = new Set<string>()
  for (const { name, topicStatus, replyStatus } of rows) {
    const isWithheld = (topicStatus ?? 'visible') !== 'visible' || (replyStatus ?? 'visible') !== 'visible'
    ;(isWithheld ? withheld : shown).add(name)
  }
  const trashed = await findTrashedNames(
    { db },
    names.filter((name) => !shown.has(name) && !withheld.has(name)),
  )
  return new Set([...withheld, ...trashed].filter((name) => !shown.has(name)))
}

async function findTrashedNames({ db }: Db, names: readonly string[]): Promise<Set<string>> {
  const trashed = new Set<string>()
  for (const name of names) {
    const row = await db
      .selectFrom('trash')
      .select('id')
      .where('kind', 'in', ['topic', 'reply', 'post_picture'])
      .where('rows', 'like', `%"${name}"%`)
      .limit(1)
      .executeTakeFirst()
    if (row) trashed.add(name)
  }
  return trashed
}

export async function findPicturesOfPerson({ db }: Db, { id }: { id: number }) {
  const rows = await db
    .selectFrom('post_pictures')
    .select(['topic_id as topicId', 'reply_id as replyId', 'name', 'alt', 'created_at as createdAt'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ name, ...row }) => ({ ...row, url: toPictureUrl(name) }))
}
