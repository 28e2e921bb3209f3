import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, countTotal, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import type { Upload } from './upload.contract.ts'

type DbContext = Pick<Context, 'db'>

const selectUploads = ({ db }: DbContext) =>
  db.selectFrom('uploads').select(['id', 'name', 'width', 'height', 'alt', 'bytes', 'created_at as createdAt'])

type UploadRow = Awaited<ReturnType<ReturnType<typeof selectUploads>['executeTakeFirstOrThrow']>>
const toUpload = ({ name, ...row }: UploadRow): Upload => ({ ...row, url: `/uploads/${name}.webp` })

/** Lists a page of uploads, newest first. */
export async function listUploadRows(ctx: DbContext, paging: Paging): Promise<ListResult<Upload>> {
  const { offset, limit } = toOffsetLimit(paging)
  const rows = await selectUploads(ctx).orderBy('id', 'desc').offset(offset).limit(limit).execute()
  const total = await countTotal(rows, paging, async () => {
    const { n } = await ctx.db
      .selectFrom('uploads')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  })
  return { items: rows.map(toUpload), total }
}

export async function findUploadByName(ctx: DbContext, name: string): Promise<Upload | undefined> {
  const row = await selectUploads(ctx).where('name', '=', name).executeTakeFirst()
  return row && toUpload(row)
}

export async function getUploadByName(ctx: DbContext, name: string): Promise<Upload> {
  return toUpload(await selectUploads(ctx).where('name', '=', name).executeTakeFirstOrThrow())
}

export interface NewUploadRow {
  name: string
  width: number
  height: number
  alt: string
  bytes: number
  userId: number | null
  createdAt: string
}

/** @returns `false` if the picture already exists */
export async function insertUpload({ db }: DbContext, row: NewUploadRow): Promise<boolean> {
  const insertedRow = await db
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
    .onConflict((oc) => oc.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  return insertedRow !== undefined
}

/** Returns those of the names that have a row. */
export async function findKnownNames({ db }: DbContext, names: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('uploads').select('name').where('name', 'in', names).execute()
  return new Set(rows.map(({ name }) => name))
}

export async function updateUploadAlt({ db }: DbContext, name: string, alt: string): Promise<void> {
  await db.updateTable('uploads').set({ alt }).where('name', '=', name).execute()
}
