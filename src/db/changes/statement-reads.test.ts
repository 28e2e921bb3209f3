import { expect, test } from 'vitest'
import { parseReads } from './statement-reads.ts'

const short = (sql: string) =>
  parseReads(sql).map((read) =>
    read.kind === 'all'
      ? read.table
      : read.kind === 'keys'
        ? `${read.table}.${read.column} = ${read.parameters.join()}`
        : `${read.table} by ${read.column}`,
  )

test('rows that are found by a key, on either engine', () => {
  expect(short('select "a" from "topics" where "id" = ?')).toEqual(['topics.id = 0'])
  expect(short('select "a" from "site_main"."topics" as "t" where "t"."id" = $1 and "t"."status" = $2')).toEqual(['topics.id = 0'])
  expect(short('select count(*) as "n" from "replies" where "status" = ? and "topic_id" = ?')).toEqual(['replies.topic_id = 1'])
  expect(short('select "a" from "products" as "p" where "p"."slug" = ? limit ?')).toEqual(['products.slug = 0'])
  expect(short('select ? as "x", "a" from "topics" where "id" in (?, ?)')).toEqual(['topics.id = 1,2'])
  expect(short('select "a" from "topics" where "id" in ($2, $1)')).toEqual(['topics.id = 1,0'])
})

test('the key that fewest rows share', () => {
  expect(short('select "a" from "topics" where "user_id" = ? and "id" = ?')).toEqual(['topics.id = 1'])
})

test('joined rows whose ids stand in the result', () => {
  const topic =
    'select "t"."user_id" as "userId", "u"."name" from "topics" as "t" left join "users" as "u" on "u"."id" = "t"."user_id" where "t"."id" = ?'
  expect(short(topic)).toEqual(['topics.id = 0', 'users by userId'])
  expect(short(topic.replace(' as "userId"', ''))).toEqual(['topics.id = 0', 'users by user_id'])
  expect(short(topic.replace('"t"."user_id" as "userId", ', ''))).toEqual(['topics.id = 0', 'users'])
  expect(short(`${topic} order by "u"."name"`)).toEqual(['topics.id = 0', 'users'])
  expect(short(`${topic} and "u"."level" > ?`)).toEqual(['topics.id = 0', 'users'])
  expect(short(`${topic} group by "t"."user_id"`)).toEqual(['topics.id = 0', 'users'])
  expect(short(topic.replace('"u"."name"', 'count("u"."name")'))).toEqual(['topics.id = 0', 'users'])
  expect(short(topic.replace('on "u"."id" =', 'on "u"."login" ='))).toEqual(['topics.id = 0', 'users'])
  expect(short(`${topic} and "u"."id" = ?`)).toEqual(['topics.id = 0', 'users.id = 1'])
})

test('a select that chooses ids says what is read of its table; any other is read beside', () => {
  const list =
    'select "r"."id" from "reviews" as "r" where "r"."id" in (select "id" from "reviews" where "product_id" = ? limit ?) order by "r"."id"'
  expect(short(list)).toEqual(['reviews.product_id = 0'])
  expect(short(list.replace('from "reviews" where', 'from "votes" where'))).toEqual(['votes.product_id = 0', 'reviews'])
  expect(
    short('select "a", (select count(*) from "votes" where "votes"."x_id" = "t"."id") as "n" from "topics" as "t" where "t"."id" = ?'),
  ).toEqual(['votes', 'topics.id = 0'])
  expect(short('select "id" from "topics" where not exists (select "id" from "bans" where "user_id" = ?) and "id" = ?')).toEqual([
    'bans.user_id = 0',
    'topics.id = 1',
  ])
})

test('everything else depends on whole tables', () => {
  for (const [sql, tables] of [
    ['select "a" from "topics"', ['topics']],
    ['select "a" from "topics" where "title" = ?', ['topics']],
    ['select "a" from "topics" where ("id" = ? or "status" = ?)', ['topics']],
    ['select "a" from "topics" where "id" = ? or "status" = ?', ['topics']],
    ['select "a" from "topics" where "id" > ?', ['topics']],
    ['select "a" from "topics" where "id" = "user_id"', ['topics']],
    ['select "a" from "topics" where lower("slug") = ?', ['topics']],
    ['select "a" from "topics" where not "id" = ?', ['topics']],
    ['select "a" from "topics" where "id" = ? union select "a" from "users"', ['topics', 'users']],
    ['with "x" as (select "a" from "topics" where "id" = ?) select * from "x"', ['topics', 'x']],
    ['select id from (select "rowid" from "articles_fts" where search_text match ?)', ['articles']],
    ['select "a" from "topics", "users" where "topics"."id" = ?', ['topics']],
  ] as const)
    expect([sql, short(sql)]).toEqual([sql, tables])
})

test('what stands in quotes is no SQL', () => {
  expect(short(`select 'a ? from "x" where' as "b" from "topics" where "id" = ?`)).toEqual(['topics.id = 0'])
})
