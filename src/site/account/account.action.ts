import { signOutCall } from '#features/accounts/account.endpoints.ts'
import { parsePlainForm } from '#platform/client/forms/plain-form.client.ts'
import { paths } from '#site/paths.ts'

/** "Sign out" without JavaScript (src/site/shell/header-account.tsx). */
export const action = parsePlainForm({
  fields: [],
  async send(transport) {
    await transport(signOutCall.method, signOutCall.path, {})
    return paths.home()
  },
})
