import type { Context } from '#platform/context.ts'
import { rowsOf, totalOf, type Listed, type Paging } from '#platform/endpoint.ts'
import type { Upload } from './upload.contract.ts'

type Db = Pick<Context, 'db'>

const select = ({ db }: Db) => db.selectFrom('uploads').select(['id', 'name', 'width', 'height', 'alt', 'bytes', 'created_at as createdAt'])

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>
const toUpload = ({ name, ...row }: Row): Upload => ({ ...row, url: `/uploads/${name}.webp` })

/** Newest first. */
export async function list(ctx: Db, paging: Paging): Promise<Listed<Upload>> {
  const { offset, limit } = rowsOf(paging)
  const rows = await select(ctx).orderBy('id', 'desc').offset(offset).limit(limit).execute()
  const total = await totalOf(rows, paging, async () => {
    const { n } = await ctx.db
      .selectFrom('uploads')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  })
  return { items: rows.map(toUpload), total }
}

export async function findByName(ctx: Db, name: string): Promise<Upload | undefined> {
  const row = await select(ctx).where('name', '=', name).executeTakeFirst()
  return row && toUpload(row)
}

export async function getByName(ctx: Db, name: string): Promise<Upload> {
  return toUpload(await select(ctx).where('name', '=', name).executeTakeFirstOrThrow())
}

export interface NewRow {
  name: string
  width: number
  height: number
  alt: string
  bytes: number
  userId: number | null
  createdAt: string
}

/** @returns whether it is new: the same picture again is there already */
export async function insert({ db }: Db, row: NewRow): Promise<boolean> {
  const made = await db
    .insertInto('uploads')
    .values({
      name: row.name,
      width: row.width,
      height: row.height,
      alt: row.alt,
      bytes: row.bytes,
      user_id: row.userId,
      created_at: row.createdAt,
    })
    .onConflict((clash) => clash.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export async function setAlt({ db }: Db, name: string, alt: string): Promise<void> {
  await db.updateTable('uploads').set({ alt }).where('name', '=', name).execute()
}
