/**
 * Notes in the same transaction which things a written row is part of, so that what was made of them can be made anew. The database does it
 * itself: nobody who writes can forget it, neither a seed nor an archive that comes back. For migrations.
 */
import { sql, type Kysely } from 'kysely'
import type { EngineName } from './engine.ts'
import { qualifierOf } from './qualified-name.ts'

export interface NotedChange {
  /** `topic` for a row of topics, and for one of replies. */
  kind: string
  /** The column that holds the number of the thing: `id`, `topic_id`. */
  of: string
  /** Only an update of these is noted. Absent: of any column. What counts (views, votes) stays out. */
  columns?: readonly string[]
}

/** The table that is written: `id`, `kind`, `subject_id`. Rows are added and taken out; no two transactions wait for each other there. */
const NOTES = 'search_changes'
const FUNCTION = 'note_row_change'

/** Once for each site, after the table of the notes was made. */
export async function prepareChangeNotes(db: Kysely<never>, engine: EngineName): Promise<void> {
  if (engine === 'sqlite') return
  // The schema is looked up when it runs: a site may be renamed.
  await sql
    .raw(`
      create function ${qualifierOf(db)}${FUNCTION}() returns trigger language plpgsql as $note$
      declare
        before bigint;
        after bigint;
      begin
        if TG_OP <> 'INSERT' then execute format('select ($1).%I', TG_ARGV[1]) into before using OLD; end if;
        if TG_OP <> 'DELETE' then execute format('select ($1).%I', TG_ARGV[1]) into after using NEW; end if;
        execute format('insert into %I.${NOTES} (kind, subject_id) select distinct $1, n from unnest(array[$2, $3]) n where n is not null', TG_TABLE_SCHEMA)
          using TG_ARGV[0], before, after;
        return null;
      end $note$`)
    .execute(db)
}

/** Notes what is written to a table from now on. */
export async function noteRowChanges(db: Kysely<never>, engine: EngineName, table: string, change: NotedChange): Promise<void> {
  const { kind, of, columns } = change
  const q = qualifierOf(db)
  const update = columns ? `update of ${columns.map((column) => `"${column}"`).join(', ')}` : 'update'
  const name = (when: string) => `"note_${table}_${kind}_${when}"`
  if (engine === 'postgres') {
    const call = `for each row execute function ${q}${FUNCTION}('${kind}', '${of}')`
    await sql.raw(`create trigger ${name('rows')} after insert or delete on ${q}"${table}" ${call}`).execute(db)
    await sql.raw(`create trigger ${name('update')} after ${update} on ${q}"${table}" ${call}`).execute(db)
    return
  }
  const note = (row: string) =>
    `insert into "${NOTES}" (kind, subject_id) select '${kind}', ${row}."${of}" where ${row}."${of}" is not null;`
  const moved = `insert into "${NOTES}" (kind, subject_id) select '${kind}', old."${of}" where old."${of}" is not null and old."${of}" is not new."${of}";`
  await sql.raw(`create trigger ${name('insert')} after insert on "${table}" begin ${note('new')} end`).execute(db)
  await sql.raw(`create trigger ${name('delete')} after delete on "${table}" begin ${note('old')} end`).execute(db)
  await sql.raw(`create trigger ${name('update')} after ${update} on "${table}" begin ${note('new')} ${moved} end`).execute(db)
}

/** Notes every row that there is. @param of as with `noteRowChanges` */
export async function noteAllRows(db: Kysely<never>, table: string, kind: string, of = 'id'): Promise<void> {
  const q = qualifierOf(db)
  await sql.raw(`insert into ${q}"${NOTES}" (kind, subject_id) select '${kind}', "${of}" from ${q}"${table}" order by "${of}"`).execute(db)
}
