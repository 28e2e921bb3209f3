import { parsePlainForm } from '#platform/client/forms/plain-form.client.ts'
import { paths } from '#site/paths.ts'

/** Handles the sign-out form of src/site/shell/header/header-account.tsx when JavaScript is off. */
export const action = parsePlainForm({
  fields: [],
  async send(api) {
    await api('POST /api/sign-out', {})
    return paths.home()
  },
})
