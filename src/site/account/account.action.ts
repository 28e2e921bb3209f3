import { parsePlainForm } from '#platform/client/forms/plain-form.client.ts'
import { paths } from '#site/paths.ts'

/** "Sign out" without JavaScript (src/site/shell/header/header-account.tsx). */
export const action = parsePlainForm({
  fields: [],
  async send(api) {
    await api('POST /api/sign-out', {})
    return paths.home()
  },
})
