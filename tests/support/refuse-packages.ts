/** Loaded with `node --import`: importing a package listed in REFUSED_PACKAGES fails, as if it were not installed. */
import { registerHooks } from 'node:module'

const refused = new Set(process.env['REFUSED_PACKAGES']?.split(' '))
const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

registerHooks({
  resolve(name, context, next) {
    if (refused.has(packageOf(name))) throw new Error(`${name} is not installed, but ${context.parentURL ?? 'the program'} needs it.`)
    return next(name, context)
  },
})
