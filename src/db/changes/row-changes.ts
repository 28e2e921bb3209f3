/**
 * Notes in the same transaction which things a written row is part of, so that what was made of them can be made anew. The database does it
 * itself: nobody who writes can forget it, neither a seed nor an archive that comes back. For migrations.
 */
import { sql, type Kysely } from 'kysely'
import { schemaPrefix, type EngineName } from '#db/engine.ts'

const SUBJECT_COLUMNS = ['id', 'product_id', 'topic_id'] as const
type SubjectColumn = (typeof SUBJECT_COLUMNS)[number]

export interface NotedChange {
  /** `topic` for a row of topics, and for one of replies. */
  kind: string
  /** The column that holds the number of the thing. */
  of: SubjectColumn
  /** Only an update of these is noted. Absent: of any column. What counts (views, votes) stays out. */
  columns?: readonly string[]
}

/** The table that is written: `id`, `kind`, `subject_id`. Rows are added and taken out; no two transactions wait for each other there. */
const NOTES = 'search_changes'
const FUNCTION = 'note_row_change'

/**
 * After the table of the notes was made, and again when the function has changed. What is put together when it runs is planned each time, so
 * there is no more of that than the schema needs: it is looked up, as a site may be renamed.
 */
export async function prepareChangeNotes(db: Kysely<never>, engine: EngineName): Promise<void> {
  if (engine === 'sqlite') return
  const take = (to: string, row: string) =>
    `case TG_ARGV[1] ${SUBJECT_COLUMNS.map((column) => `when '${column}' then ${to} := ${row}.${column};`).join(' ')} end case;`
  const note = (value: string) =>
    `execute format('insert into %I.${NOTES} (kind, subject_id) values ($1, $2)', TG_TABLE_SCHEMA) using TG_ARGV[0], ${value};`
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

/** Notes what is written to a table from now on. */
export async function noteRowChanges(db: Kysely<never>, engine: EngineName, table: string, change: NotedChange): Promise<void> {
  const { kind, of } = change
  const name = (when: string) => triggerName(table, kind, when)
  if (engine === 'postgres') {
    const on = `on ${schemaPrefix(db)}"${table}" ${callOf(db, change)}`
    await sql.raw(`create trigger ${name('rows')} after insert or delete ${on}`).execute(db)
  } else {
    await sql.raw(`create trigger ${name('insert')} after insert on "${table}" begin ${noteOf('new', kind, of)} end`).execute(db)
    await sql.raw(`create trigger ${name('delete')} after delete on "${table}" begin ${noteOf('old', kind, of)} end`).execute(db)
  }
  await noteUpdates(db, engine, table, change)
}

/** Notes from now on updates of other columns than before. */
export async function replaceNotedColumns(db: Kysely<never>, engine: EngineName, table: string, change: NotedChange): Promise<void> {
  const place = engine === 'postgres' ? ` on ${schemaPrefix(db)}"${table}"` : ''
  await sql.raw(`drop trigger ${triggerName(table, change.kind, 'update')}${place}`).execute(db)
  await noteUpdates(db, engine, table, change)
}

async function noteUpdates(db: Kysely<never>, engine: EngineName, table: string, change: NotedChange): Promise<void> {
  const { kind, of, columns } = change
  const update = columns ? `update of ${columns.map((column) => `"${column}"`).join(', ')}` : 'update'
  const moved = `insert into "${NOTES}" (kind, subject_id) select '${kind}', old."${of}" where old."${of}" is not null and old."${of}" is not new."${of}";`
  const call = engine === 'postgres' ? callOf(db, change) : `begin ${noteOf('new', kind, of)} ${moved} end`
  await sql.raw(`create trigger ${triggerName(table, kind, 'update')} after ${update} on ${schemaPrefix(db)}"${table}" ${call}`).execute(db)
}

const triggerName = (table: string, kind: string, when: string): string => `"note_${table}_${kind}_${when}"`

const callOf = (db: Kysely<never>, { kind, of }: NotedChange): string =>
  `for each row execute function ${schemaPrefix(db)}${FUNCTION}('${kind}', '${of}')`

const noteOf = (row: 'new' | 'old', kind: string, of: string): string =>
  `insert into "${NOTES}" (kind, subject_id) select '${kind}', ${row}."${of}" where ${row}."${of}" is not null;`

/** Notes every row that there is. @param of as with `noteRowChanges` */
export async function noteAllRows(db: Kysely<never>, table: string, kind: string, of = 'id'): Promise<void> {
  const q = schemaPrefix(db)
  await sql.raw(`insert into ${q}"${NOTES}" (kind, subject_id) select '${kind}', "${of}" from ${q}"${table}" order by "${of}"`).execute(db)
}
