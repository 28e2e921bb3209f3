/**
 * Database triggers that record, in the writing transaction, which subjects (a topic, a product) a written row belongs to, so that they are
 * re-indexed. Triggers also cover seeds and imported archives. Used by migrations.
 */
import { sql, type Kysely } from 'kysely'
import { schemaPrefix, type EngineName } from '#db/engine.ts'

const SUBJECT_COLUMNS = ['id', 'product_id', 'topic_id'] as const
type SubjectColumn = (typeof SUBJECT_COLUMNS)[number]

export interface RowChangeTrigger {
  /** Kind of the subject, such as `topic` for a row of topics or of replies. */
  kind: string
  /** Column with the id of the subject. */
  of: SubjectColumn
  /** Columns whose update is recorded, which omit counters (views, votes). Default: all columns. */
  columns?: readonly string[]
}

/** Table of recorded changes: `id`, `kind`, `subject_id`. Insert-only for writers, so transactions never block each other. */
const CHANGES_TABLE = 'search_changes'
const FUNCTION = 'note_row_change'

/**
 * Creates or replaces the trigger function (PostgreSQL only). Dynamic SQL is planned on each call, so only the insert is dynamic: its
 * schema is looked up at run time, as a site may be renamed.
 */
export async function createRowChangeFunction(db: Kysely<never>, engine: EngineName): Promise<void> {
  if (engine === 'sqlite') return
  const take = (to: string, row: string) =>
    `case TG_ARGV[1] ${SUBJECT_COLUMNS.map((column) => `when '${column}' then ${to} := ${row}.${column};`).join(' ')} end case;`
  const note = (value: string) =>
    `execute format('insert into %I.${CHANGES_TABLE} (kind, subject_id) values ($1, $2)', TG_TABLE_SCHEMA) using TG_ARGV[0], ${value};`
  await sql
    .raw(`
      create or replace function ${schemaPrefix(db)}${FUNCTION}() returns trigger language plpgsql as $note$
      declare
        before bigint;
        after bigint;
      begin
        if TG_OP <> 'INSERT' then ${take('before', 'OLD')} end if;
        if TG_OP <> 'DELETE' then ${take('after', 'NEW')} end if;
        if after is not null then ${note('after')} end if;
        if before is not null and before is distinct from after then ${note('before')} end if;
        return null;
      end $note$`)
    .execute(db)
}

/** Creates the triggers of a table. */
export async function createRowChangeTriggers(
  db: Kysely<never>,
  engine: EngineName,
  table: string,
  change: RowChangeTrigger,
): Promise<void> {
  const { kind, of } = change
  const name = (when: string) => triggerName(table, kind, when)
  if (engine === 'postgres') {
    const onTable = `on ${schemaPrefix(db)}"${table}" ${callFunction(db, change)}`
    await sql.raw(`create trigger ${name('rows')} after insert or delete ${onTable}`).execute(db)
  } else {
    await sql.raw(`create trigger ${name('insert')} after insert on "${table}" begin ${insertChange('new', kind, of)} end`).execute(db)
    await sql.raw(`create trigger ${name('delete')} after delete on "${table}" begin ${insertChange('old', kind, of)} end`).execute(db)
  }
  await createUpdateTrigger(db, engine, table, change)
}

/** Replaces the update trigger after a change of `columns`. */
export async function replaceUpdateTrigger(db: Kysely<never>, engine: EngineName, table: string, change: RowChangeTrigger): Promise<void> {
  const place = engine === 'postgres' ? ` on ${schemaPrefix(db)}"${table}"` : ''
  await sql.raw(`drop trigger ${triggerName(table, change.kind, 'update')}${place}`).execute(db)
  await createUpdateTrigger(db, engine, table, change)
}

async function createUpdateTrigger(db: Kysely<never>, engine: EngineName, table: string, change: RowChangeTrigger): Promise<void> {
  const { kind, of, columns } = change
  const update = columns ? `update of ${columns.map((column) => `"${column}"`).join(', ')}` : 'update'
  const moved = `insert into "${CHANGES_TABLE}" (kind, subject_id) select '${kind}', old."${of}" where old."${of}" is not null and old."${of}" is not new."${of}";`
  const call = engine === 'postgres' ? callFunction(db, change) : `begin ${insertChange('new', kind, of)} ${moved} end`
  await sql.raw(`create trigger ${triggerName(table, kind, 'update')} after ${update} on ${schemaPrefix(db)}"${table}" ${call}`).execute(db)
}

const triggerName = (table: string, kind: string, when: string): string => `"note_${table}_${kind}_${when}"`

const callFunction = (db: Kysely<never>, { kind, of }: RowChangeTrigger): string =>
  `for each row execute function ${schemaPrefix(db)}${FUNCTION}('${kind}', '${of}')`

const insertChange = (row: 'new' | 'old', kind: string, of: string): string =>
  `insert into "${CHANGES_TABLE}" (kind, subject_id) select '${kind}', ${row}."${of}" where ${row}."${of}" is not null;`

/** Records a change of every existing row. @param subjectColumn column with the id of the subject */
export async function recordAllRowChanges(db: Kysely<never>, table: string, kind: string, subjectColumn = 'id'): Promise<void> {
  const q = schemaPrefix(db)
  await sql
    .raw(
      `insert into ${q}"${CHANGES_TABLE}" (kind, subject_id) select '${kind}', "${subjectColumn}" from ${q}"${table}" order by "${subjectColumn}"`,
    )
    .execute(db)
}
