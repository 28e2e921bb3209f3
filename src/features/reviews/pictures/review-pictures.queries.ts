import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export interface NewPicture {
  reviewId: number
  userId: number
  name: string
  alt: string
  bytes: number
}

const urlOf = (name: string): string => `/uploads/${name}.webp`

export interface ReviewPicture {
  id: number
  url: string
  alt: string
}

/** By review, in the order in which they were added. */
export async function listPicturesOf({ db }: Db, reviewIds: readonly number[]): Promise<Map<number, ReviewPicture[]>> {
  const pictures = new Map<number, ReviewPicture[]>()
  if (reviewIds.length === 0) return pictures
  const rows = await db
    .selectFrom('review_pictures')
    .select(['id', 'review_id as reviewId', 'name', 'alt'])
    .where('review_id', 'in', reviewIds)
    .orderBy('id')
    .execute()
  for (const { reviewId, id, name, alt } of rows) {
    const known = pictures.get(reviewId) ?? []
    pictures.set(reviewId, [...known, { id, url: urlOf(name), alt }])
  }
  return pictures
}

/** @returns false where the review has this very picture */
export async function insertPicture({ db }: Db, { reviewId, userId, name, alt, bytes }: NewPicture): Promise<boolean> {
  const made = await db
    .insertInto('review_pictures')
    .values({ review_id: reviewId, user_id: userId, name, alt, bytes, created_at: new Date().toISOString() })
    .onConflict((clash) => clash.columns(['review_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export async function countPictures({ db }: Db, reviewId: number): Promise<number> {
  const { n } = await db
    .selectFrom('review_pictures')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('review_id', '=', reviewId)
    .executeTakeFirstOrThrow()
  return n
}

/** @returns false where the review has no such picture */
export async function deletePicture({ db }: Db, reviewId: number, id: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('review_pictures')
    .where('review_id', '=', reviewId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

export async function deletePicturesOfPerson({ db }: Db, userId: number): Promise<void> {
  await db.deleteFrom('review_pictures').where('user_id', '=', userId).execute()
}

/** Those of the names that a review has, or one that is in the trash and may come back. */
export async function findPictureNames(ctx: Db, names: readonly string[]): Promise<Set<string>> {
  const shown = await findShownPictureNames(ctx, names)
  const trashed = await findTrashedPictureNames(
    ctx,
    names.filter((name) => !shown.has(name)),
  )
  return new Set([...shown, ...trashed])
}

/** Those of the names that only reviews in the trash have: hidden ones, and those of deleted products. */
export async function findHiddenPictureNames(ctx: Db, names: readonly string[]): Promise<Set<string>> {
  const shown = await findShownPictureNames(ctx, names)
  return findTrashedPictureNames(
    ctx,
    names.filter((name) => !shown.has(name)),
  )
}

async function findShownPictureNames({ db }: Db, names: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('review_pictures').select('name').where('name', 'in', names).execute()
  return new Set(rows.map(({ name }) => name))
}

async function findTrashedPictureNames({ db }: Db, names: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const name of names) {
    const inTrash = await db
      .selectFrom('trash')
      .select('id')
      .where('kind', 'in', ['review', 'product'])
      .where('rows', 'like', `%"${name}"%`)
      .limit(1)
      .executeTakeFirst()
    if (inTrash) found.add(name)
  }
  return found
}

export async function findPicturesOfPerson({ db }: Db, { id }: { id: number }) {
  const rows = await db
    .selectFrom('review_pictures')
    .select(['review_id as reviewId', 'name', 'alt', 'created_at as createdAt'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ name, ...row }) => ({ ...row, url: urlOf(name) }))
}
