/** Minimal error page, for errors before the site is known or when its data cannot be read. */
import type { FastifyRequest } from 'fastify'

const HOME_PAGE_LINK = '<p><a href="/">Go to the home page</a></p>'

/** Whether the client is a browser that navigates, not a call of the API. */
export const expectsPage = ({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): boolean =>
  !url.startsWith('/api/') && (headers.accept?.includes('text/html') ?? false)

/** Returns the page as HTML. @param message trusted text; it is not escaped */
export function errorPage(message: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${message}</title>`
  return `<!doctype html><html lang="en">${head}<h1>${message}</h1>${HOME_PAGE_LINK}</html>`
}
