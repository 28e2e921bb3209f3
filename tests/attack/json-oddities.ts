/** Malformed, ambiguous and malicious JSON bodies must be rejected or read literally, never cause a 5xx or prototype pollution. */
import { ask, type Group } from './target.ts'

const nest = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times)
const topic = (more: string) => `{"title":"An odd one","content":"Words","categoryId":1${more}}`

const BODIES: Record<string, string> = {
  nothing: '',
  'a blank': ' ',
  null: 'null',
  'a number': '1',
  'a text': '"a"',
  'a list': '[]',
  'a list with a valid object': `[${topic('')}]`,
  'truncated JSON': '{"title":',
  'a trailing comma': '{"title":"a",}',
  'a comment': '{/**/"title":"a"}',
  'two JSON values': '{}{}',
  'a byte order mark': '\ufeff{}',
  'single quotation marks': "{'title':'a'}",
  'nested arrays': nest('[', ']', 60_000),
  'nested objects': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  'nesting in a field': topic(`,"x":${nest('[', ']', 50_000)}`),
  prototypes: topic(',"__proto__":{"isAdmin":true,"polluted":1}'),
  'prototypes with an escape': topic(',"\\u005f_proto__":{"polluted":1}'),
  'a constructor': topic(',"constructor":{"prototype":{"polluted":1}}'),
  'a duplicate field': topic(',"categoryId":2'),
  'a duplicate field with an invalid value': topic(',"title":null'),
  'a number with 100,000 digits': topic(`,"userId":${'9'.repeat(100_000)}`),
  'a number with a huge exponent': topic(',"userId":1e999999'),
  'a huge negative number': '{"title":"a","content":"b","categoryId":-1e308}',
  'a fraction for an integer': '{"title":"a","content":"b","categoryId":1.5}',
  NaN: '{"title":"a","content":"b","categoryId":NaN}',
  'a number as text': '{"title":"a","content":"b","categoryId":"1"}',
  'an escaped NUL character': '{"title":"a","content":"b\\u0000c","categoryId":1}',
  'a raw NUL byte': '{"title":"a\0","content":"b","categoryId":1}',
  'a lone surrogate': '{"title":"a","content":"\\ud800 b","categoryId":1}',
  'reversed surrogates': '{"title":"a","content":"\\udc00\\ud800","categoryId":1}',
  'objects for texts': '{"title":{"toString":"a"},"content":{"length":1},"categoryId":1,"username":{"$ne":null},"password":{"$gt":""}}',
  'lists for texts': '{"title":["a"],"content":["b"],"categoryId":[1],"username":["keeper"],"password":["a"],"email":["a@example.org"]}',
  'SQL injection': `{"title":"a","content":"'; drop table topics; --","categoryId":1,"username":"keeper' or '1'='1","password":"' or 1=1 --","email":"a'b@example.org"}`,
  '9,000 fields': `{${Array.from({ length: 9000 }, (_, n) => `"k${n}":1`).join(',')}}`,
}
const CALLS = [
  '/api/forums',
  '/api/forum-replies',
  '/api/reviews',
  '/api/enquiries',
  '/api/newsletter',
  '/api/sign-in',
  '/api/sign-up',
  '/api/admin/login',
  '/api/password-reset',
  '/api/claim',
  '/api/deployment',
  '/api/page-views',
  '/api/nowhere',
]
/** Content types to send with the bodies. */
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/problem+json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
]

export const jsonOddities: Group = {
  name: 'Odd JSON',
  isHarmless: false,
  async run(target) {
    const problems: string[] = []
    let tried = 0
    const bodies = Object.entries(BODIES)
    const before = (await ask(target, '/api/site')).text
    for (const [call, path] of CALLS.entries()) {
      for (const [at, [name, body]] of bodies.entries()) {
        if (target.isShort && (at + call) % 5) continue
        for (const type of at % TYPES.length ? [TYPES[0] ?? ''] : TYPES) {
          const { status, text } = await ask(target, path, { body, method: 'POST', headers: { 'content-type': type } })
          tried += 1
          if (status >= 500 || text.includes('polluted')) problems.push(`POST ${path} with ${name} as ${type}: ${status}`)
          if (/sign-in|login|claim/.test(path) && status < 300) problems.push(`POST ${path} with ${name} lets in: ${status}`)
        }
      }
    }
    const after = (await ask(target, '/api/site')).text
    if (after !== before) problems.push('The response of GET /api/site has changed.')
    return [{ name: 'at public endpoints', tried, problems }]
  },
}
