import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export interface Launch {
  id: number
  publicId: string
  slug: string
  domainName: string | null
  name: string
  state: 'creating' | 'live' | 'suspended' | 'retired'
  createdAt: string
  claimUntil: string
}

const selectLaunches = ({ db }: Db) =>
  db
    .selectFrom('launches')
    .select([
      'id',
      'public_id as publicId',
      'slug',
      'domain_name as domainName',
      'name',
      'state',
      'created_at as createdAt',
      'claim_until as claimUntil',
    ])

export const findLaunchById = (ctx: Db, id: number): Promise<Launch | undefined> =>
  selectLaunches(ctx).where('id', '=', id).executeTakeFirst()
export const findLaunchByPublicId = (ctx: Db, publicId: string): Promise<Launch | undefined> =>
  selectLaunches(ctx).where('public_id', '=', publicId).executeTakeFirst()
export const findLaunchByKey = (ctx: Db, keyHash: string): Promise<Launch | undefined> =>
  selectLaunches(ctx).where('key_hash', '=', keyHash).executeTakeFirst()
export const findLaunchBySlug = (ctx: Db, slug: string): Promise<Launch | undefined> =>
  selectLaunches(ctx).where('slug', '=', slug).executeTakeFirst()
export const findLaunchByDomain = (ctx: Db, domain: string): Promise<Launch | undefined> =>
  selectLaunches(ctx).where('domain_name', '=', domain).executeTakeFirst()
export const listLaunchesInState = (ctx: Db, state: Launch['state']): Promise<Launch[]> =>
  selectLaunches(ctx).where('state', '=', state).orderBy('id').execute()

export const listLaunches = (ctx: Db, state: Launch['state'] | undefined): Promise<Launch[]> =>
  selectLaunches(ctx)
    .$if(state !== undefined, (q) => q.where('state', '=', state!))
    .orderBy('id', 'desc')
    .execute()

export async function countLaunches({ db }: Db): Promise<number> {
  const { n } = await db
    .selectFrom('launches')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export const countLaunchesByState = ({ db }: Db): Promise<{ state: Launch['state']; n: number }[]> =>
  db
    .selectFrom('launches')
    .select((eb) => ['state', eb.fn.countAll<number>().as('n')])
    .groupBy('state')
    .execute()

/** Returns the input from the wizard for a launch; `config` is JSON. */
export const findLaunchConfig = ({ db }: Db, id: number): Promise<{ slug: string; createdAt: string; config: string } | undefined> =>
  db.selectFrom('launches').select(['slug', 'created_at as createdAt', 'config']).where('id', '=', id).executeTakeFirst()

export async function isLaunchKey({ db }: Db, id: number, keyHash: string): Promise<boolean> {
  const row = await db.selectFrom('launches').select('id').where('id', '=', id).where('key_hash', '=', keyHash).executeTakeFirst()
  return row !== undefined
}

export async function hasConfirmedEmail({ db }: Db, userId: number): Promise<boolean> {
  const row = await db.selectFrom('users').select('email').where('id', '=', userId).where('deleted_at', 'is', null).executeTakeFirst()
  return row !== undefined && row.email !== null
}
