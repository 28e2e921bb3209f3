import { expect, test } from 'vitest'
import { errorPage, expectsPage } from '#platform/http/error-page.ts'
import * as errors from './errors.ts'

const fields = [{ path: 'name', message: 'Too long' }]

test.each<[errors.AppError, number, string, string, (errors.FieldError[] | undefined)?, number?]>([
  [errors.badRequest('No.', fields), 400, 'input.invalid', 'No.', fields],
  [errors.unauthorized(), 401, 'auth.sign_in_needed', 'Please sign in first.'],
  [errors.forbidden('thing.closed', 'It is closed.', fields), 403, 'thing.closed', 'It is closed.', fields],
  [errors.notFound('thing'), 404, 'thing.not_found', 'No such thing.'],
  [errors.conflict('thing.taken', 'It is taken.', fields), 409, 'thing.taken', 'It is taken.', fields],
  [errors.gone('thing'), 410, 'thing.gone', 'This thing was removed.'],
  [errors.tooManyRequests('thing.often', 60), 429, 'thing.often', 'Too many attempts. Please try again in 60 seconds.', undefined, 60],
  [errors.serviceUnavailable(), 503, 'site.busy', 'The site is very busy just now. Please try again in a moment.', undefined, 10],
  [errors.unavailable('thing.away', 'It is away.'), 503, 'thing.away', 'It is away.', undefined, 10],
  [
    errors.insufficientStorage(),
    507,
    'storage.full',
    'There is no room left on the server, so nothing was saved. Please try again later.',
    undefined,
    60,
  ],
])('%s', (fault, status, code, message, named, wait) => {
  expect(fault).toBeInstanceOf(errors.AppError)
  expect([fault.status, fault.code, fault.message, fault.errors, fault.retryAfter]).toEqual([status, code, message, named, wait])
})

test.each([
  ['/about', 'text/html,*/*', true],
  ['/apiary', 'text/html', true],
  ['/about', 'application/json', false],
  ['/about', undefined, false],
  ['/api/articles', 'text/html', false],
])('%s, asked for as %s, is looked at by a person: %s', (url, accept, isPage) =>
  expect(expectsPage({ url, headers: accept === undefined ? {} : { accept } })).toBe(isPage),
)

test('a failure’s page says what it is, twice, and leads away', () => {
  expect(errorPage('It is away.')).toBe(
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>It is away.</title><h1>It is away.</h1><p><a href="/">Go to the front page</a></p></html>',
  )
})
