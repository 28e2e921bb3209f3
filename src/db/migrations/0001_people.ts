import type { Kysely } from 'kysely'
import { idColumn, notNullFalseColumn, notNullColumn, timestamp, notNullZeroColumn } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('settings')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', notNullColumn)
    .execute()
  await db.schema
    .createTable('users')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('username', 'text', notNullColumn)
    .addColumn('username_key', 'text', (c) => c.notNull().unique())
    .addColumn('email', 'text', (c) => c.unique())
    .addColumn('password_hash', 'text')
    .addColumn('display_name', 'text')
    .addColumn('avatar_url', 'text')
    .addColumn('is_admin', 'boolean', notNullFalseColumn)
    .addColumn('level', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('reputation_points', 'integer', notNullZeroColumn)
    .addColumn('member_since', timestamp(engine), notNullColumn)
    .addColumn('last_active', timestamp(engine))
    .addColumn('is_demo', 'boolean', notNullFalseColumn)
    .execute()
  await db.schema
    .createTable('badges')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('level', 'integer', notNullColumn)
    .execute()
  await db.schema
    .createTable('user_badges')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('badge_id', 'integer', (c) => c.notNull().references('badges.id').onDelete('cascade'))
    .addColumn('earned_at', timestamp(engine), notNullColumn)
    .addPrimaryKeyConstraint('user_badges_key', ['user_id', 'badge_id'])
    .execute()
}
