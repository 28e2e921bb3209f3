/** A failure as a page, where no page of the site can be made: before its site is known, or when its data cannot be read. */
import type { FastifyRequest } from 'fastify'

const FRONT_PAGE = '<p><a href="/">Go to the front page</a></p>'

/** Whether a person looks at the answer: a browser that goes to an address, and no call of the API. */
export const expectsPage = ({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): boolean =>
  !url.startsWith('/api/') && (headers.accept?.includes('text/html') ?? false)

/** @param message one of ours, in plain words; it is put into the page as it is */
export function errorPage(message: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${message}</title>`
  return `<!doctype html><html lang="en">${head}<h1>${message}</h1>${FRONT_PAGE}</html>`
}
