/** Tests that error responses separate the server's own message from texts of proxies. */
import { describe, expect, test } from 'vitest'
import { ApiError, failureReason, toApiError } from './api.client.ts'

const read = (body: string | null, init: ResponseInit = {}) =>
  toApiError(new Response(body, { status: 502, statusText: 'Bad Gateway', ...init }))
const PAGE = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><center>nginx</center></body></html>'

describe('API-GEN-09 API-GEN-10 AMB-04 the message of an ApiError', () => {
  test.each([
    ['{"message":"The slug is taken."}', '502: The slug is taken.', 'The slug is taken.'],
    ['boom', '502: boom', undefined],
    ['', '502: Bad Gateway', undefined],
    ['  \n', '502: Bad Gateway', undefined],
    ['{}', '502: Bad Gateway', undefined],
    ['[]', '502: Bad Gateway', undefined],
    ['null', '502: Bad Gateway', undefined],
    ['{"error":"x"}', '502: Bad Gateway', undefined],
    ['{"message":""}', '502: Bad Gateway', undefined],
    ['{"message":{"a":1}}', '502: Bad Gateway', undefined],
    [PAGE, '502: Bad Gateway', undefined],
    ['x'.repeat(5000), '502: Bad Gateway', undefined],
  ])('for body %j is %j', async (body, message, serverMessage) => {
    const error = await read(body)
    expect(error.message).toBe(message)
    expect(error.serverMessage).toBe(serverMessage)
  })
  test('is "Error" without a status text, as in HTTP/2', async () => {
    expect((await read('', { statusText: '' })).message).toBe('502: Error')
  })
})

test('toApiError ignores malformed field errors and codes', async () => {
  const errors = [{ path: 'slug', message: 'Taken' }]
  expect(await read(JSON.stringify({ message: 'No.', code: 'slug.taken', errors }))).toMatchObject({ code: 'slug.taken', errors })
  for (const odd of ['boom', { slug: 'Taken' }, [null, 'Taken', { path: 1 }]])
    expect(await read(JSON.stringify({ message: 'No.', code: 7, errors: odd }))).toMatchObject({ code: undefined, errors: [] })
})

test('toApiError reads Retry-After of a proxy response', async () => {
  expect((await read(PAGE, { status: 429, headers: { 'retry-after': '30' } })).waitSeconds).toBe(30)
})

describe('failureReason', () => {
  test('returns the server message or a generic one, never the text of a proxy', async () => {
    expect(failureReason(await read('{"message":"Come back later."}'))).toBe('Come back later.')
    for (const body of ['{}', '', PAGE, 'boom'])
      expect(failureReason(await read(body))).toBe('The server could not answer. Please try again.')
    expect(failureReason(new TypeError('Failed to fetch'))).toBe('We could not reach the server. Check your connection and try again.')
  })
  test('does not promise that the text is saved after an ended session', () => {
    const ended = new ApiError(401, 'You have been signed out. Sign in again; your text is saved.', { code: 'auth.session_ended' })
    expect(failureReason(ended)).toBe('You have been signed out. Sign in again.')
    expect(failureReason(ended, 'It was not saved.')).toBe('You have been signed out. Sign in again.')
  })
  test('returns the given fallback if there is no server message', async () => {
    expect(failureReason(await read('{}'), 'It was not saved.')).toBe('It was not saved.')
    expect(failureReason(new ApiError(409, 'Taken.'), 'It was not saved.')).toBe('Taken.')
  })
})
