/** Tests that users never see zod's default messages. */
import { expect, test } from 'vitest'
import { apiRoutes } from '#app/registry.ts'
import { z } from './zod.ts'

const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

test.each<[string, z.ZodType, unknown]>([
  ['This field is required.', z.string(), undefined],
  ['This field is required.', z.number(), null],
  ['This field is required.', z.string().min(1), ''],
  ['This must be text.', z.string(), 5],
  ['This must be a number.', z.coerce.number(), 'x'],
  ['This must be a whole number.', z.int(), 1.5],
  ['This must be true or false.', z.boolean(), 'yes'],
  ['This must be a list.', z.array(z.string()), 'x'],
  ['Enter at least 2 characters.', z.string().min(2), 'x'],
  ['Enter 1 character or fewer.', z.string().max(1), 'xx'],
  ['Enter 10,000 characters or fewer.', z.string().max(10_000), 'x'.repeat(10_001)],
  ['Choose at least one.', z.array(z.string()).min(1), []],
  ['Choose 1 or fewer.', z.array(z.string()).max(1), ['a', 'b']],
  ['This must be 1 or more.', z.number().min(1), 0],
  ['This must be more than 0.', z.number().positive(), 0],
  ['This must be 5 or less.', z.number().max(5), 6],
  ['Enter an email address, such as name@example.org.', z.email(), 'x'],
  ['Enter a full web address, such as https://example.org.', z.url(), 'x'],
  ['This is not in the right format.', z.string().regex(/^a$/), 'x'],
  ['Choose one of: a, b.', z.enum(['a', 'b']), 'x'],
  ['This is not known here: b.', z.strictObject({ a: z.string() }), { a: 'x', b: 1 }],
  ['This must be a multiple of 5.', z.number().multipleOf(5), 6],
  ['This is not a valid value.', z.union([z.string(), z.number()]), true],
  ['Words of its own.', z.string('Words of its own.'), undefined],
])('describeIssue returns "%s"', (message, schema, value) => {
  expect(messageOf(schema, value)).toBe(message)
})

const ZOD_MESSAGE = /Invalid (input|option|string|email|URL|UUID|ISO)|Too (small|big)|Unrecognized key|expected \w+, received|>=|<=/

test('no endpoint rejects missing, mistyped or overlong input with a message of zod', () => {
  const untranslated = apiRoutes.flatMap(({ endpoint: { method, path, body, query } }) =>
    [body, query].flatMap((schema) =>
      [
        undefined,
        null,
        {},
        5,
        'x',
        [],
        invalidFields(schema, 5),
        invalidFields(schema, 'x'.repeat(100_001)),
        invalidFields(schema, [{}]),
        invalidFields(schema, null),
      ]
        .flatMap((value) => schema?.safeParse(value).error?.issues ?? [])
        .filter(({ message }) => ZOD_MESSAGE.test(message))
        .map((issue) => `${method} ${path} ${issue.path.join('.')}: ${issue.message}`),
    ),
  )
  expect([...new Set(untranslated)]).toEqual([])
})

/** Returns an object with the same invalid value in every field of a schema. */
function invalidFields(schema: z.ZodType | undefined, value: unknown): unknown {
  const shape = schema instanceof z.ZodObject ? Object.keys(schema.shape as object) : []
  return Object.fromEntries(shape.map((name) => [name, value]))
}
