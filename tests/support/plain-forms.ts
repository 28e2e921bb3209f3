/** A started installation and what tests of forms need that a browser submits without JavaScript. */
import { openTestInstallation } from './test-installation.ts'

export const HOST = 'localhost:3000'
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export type PlainForms = Awaited<ReturnType<typeof openPlainForms>>

export async function openPlainForms() {
  const home = await openTestInstallation()
  await home.start({ pages: true })
  const db = () => home.main.db
  return {
    home,
    db,
    /** Submits a form. `html` of the result is the page without its data. */
    async post(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
      const payload = new URLSearchParams(fields).toString()
      const response = await home.built.app.inject({
        method: 'POST',
        url,
        headers: { host: HOST, ...home.newCaller(), ...FORM, ...headers },
        payload,
      })
      const { statusCode, body } = response
      return { status: statusCode, html: body.slice(0, body.indexOf('<script id="files"')), body, headers: response.headers }
    },
    get: (url: string) => home.built.app.inject({ url, headers: { host: HOST } }),
    findSubscriber: (email: string) => db().selectFrom('subscribers').selectAll().where('email', '=', email).executeTakeFirst(),
    listMails: (to: string) => db().selectFrom('mails').selectAll().where('to_address', '=', to).execute(),
  }
}
