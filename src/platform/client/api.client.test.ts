/** What an answer that is no success becomes: the server's own words are kept apart from whatever a proxy in front has put there. */
import { describe, expect, test } from 'vitest'
import { ApiError, failureReason, toApiError } from './api.client.ts'

const read = (body: string | null, init: ResponseInit = {}) =>
  toApiError(new Response(body, { status: 502, statusText: 'Bad Gateway', ...init }))
const PAGE = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><center>nginx</center></body></html>'

describe('API-GEN-09 API-GEN-10 AMB-04 the message', () => {
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
  ])('of %j is %j', async (body, message, serverMessage) => {
    const error = await read(body)
    expect([error.message, error.serverMessage]).toEqual([message, serverMessage])
  })
  test('where HTTP/2 sends no status text either', async () => {
    expect((await read('', { statusText: '' })).message).toBe('502: Error')
  })
})

test('field errors and codes are taken only in their own form', async () => {
  const errors = [{ path: 'slug', message: 'Taken' }]
  expect(await read(JSON.stringify({ message: 'No.', code: 'slug.taken', errors }))).toMatchObject({ code: 'slug.taken', errors })
  for (const odd of ['boom', { slug: 'Taken' }, [null, 'Taken', { path: 1 }]])
    expect(await read(JSON.stringify({ message: 'No.', code: 7, errors: odd }))).toMatchObject({ code: undefined, errors: [] })
})

test('how long to wait is known from a proxy too', async () => {
  expect((await read(PAGE, { status: 429, headers: { 'retry-after': '30' } })).wait).toBe(30)
})

describe('a failure as a reader is told of it', () => {
  test('in the server’s words, else in ours, and never in a proxy’s', async () => {
    expect(failureReason(await read('{"message":"Come back later."}'))).toBe('Come back later.')
    for (const body of ['{}', '', PAGE, 'boom'])
      expect(failureReason(await read(body))).toBe('The server could not answer. Please try again.')
    expect(failureReason(new TypeError('Failed to fetch'))).toBe('We could not reach the server. Check your connection and try again.')
  })
  test('of an ended session without the promise that the text is saved', () => {
    const ended = new ApiError(401, 'You have been signed out. Sign in again; your text is saved.', { code: 'auth.session_ended' })
    expect(failureReason(ended)).toBe('You have been signed out. Sign in again.')
    expect(failureReason(ended, 'It was not saved.')).toBe('You have been signed out. Sign in again.')
  })
  test('in words of the place where it happened', async () => {
    expect(failureReason(await read('{}'), 'It was not saved.')).toBe('It was not saved.')
    expect(failureReason(new ApiError(409, 'Taken.'), 'It was not saved.')).toBe('Taken.')
  })
})
