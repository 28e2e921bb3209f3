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
    'The server has no storage space left, so nothing was saved. Please try again later.',
    undefined,
    60,
  ],
])('%s', (error, status, code, message, fieldErrors, retryAfter) => {
  expect(error).toBeInstanceOf(errors.AppError)
  expect({ ...error, message: error.message }).toEqual({ status, code, message, errors: fieldErrors, retryAfter, current: undefined })
})

test.each([
  ['/about', 'text/html,*/*', true],
  ['/apiary', 'text/html', true],
  ['/about', 'application/json', false],
  ['/about', undefined, false],
  ['/api/articles', 'text/html', false],
])('expectsPage for %s with Accept %s: %s', (url, accept, isPage) =>
  expect(expectsPage({ url, headers: accept === undefined ? {} : { accept } })).toBe(isPage),
)

test('errorPage shows the message as title and heading with a link to the home page', () => {
  expect(errorPage('It is away.')).toBe(
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>It is away.</title><h1>It is away.</h1><p><a href="/">Go to the home page</a></p></html>',
  )
})
