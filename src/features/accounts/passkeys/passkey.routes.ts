import { unpagedList } from '#platform/contract/endpoint.ts'
import { route, type Route } from '#platform/contract/route.ts'
import * as contract from './passkey.contract.ts'
import * as passkeys from './passkey.service.ts'
import { beginPasskeySignIn, passkeyAdminLogin, passkeySignIn } from './passkey-sign-in.service.ts'

export const passkeyRoutes: Route[] = [
  route(contract.beginPasskeySignInEndpoint, (ctx) => beginPasskeySignIn(ctx)),
  route(contract.passkeySignInEndpoint, (ctx, { body }) => passkeySignIn(ctx, body.passkey)),
  route(contract.passkeyAdminLoginEndpoint, (ctx, { body }) => passkeyAdminLogin(ctx, body.passkey)),
  route(contract.listPasskeysEndpoint, async (ctx) => unpagedList(await passkeys.listPasskeys(ctx))),
  route(contract.beginPasskeyEndpoint, (ctx, { body }) => passkeys.beginPasskey(ctx, body.password)),
  route(contract.addPasskeyEndpoint, (ctx, { body }) => passkeys.addPasskey(ctx, body)),
  route(contract.renamePasskeyEndpoint, (ctx, { params, body }) => passkeys.renamePasskey(ctx, params.id, body.name)),
  route(contract.removePasskeyEndpoint, (ctx, { params, body }) => passkeys.removePasskey(ctx, params.id, body.password)),
  route(contract.askPasskeyAfterPasswordEndpoint, (ctx, { body }) => passkeys.askPasskeyAfterPassword(ctx, body)),
]
