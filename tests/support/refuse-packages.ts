/** Makes imports of the packages in REFUSED_PACKAGES fail, as if they were not installed. Loaded with `node --import`. */
import { registerHooks } from 'node:module'

const refusedPackages = new Set(process.env['REFUSED_PACKAGES']?.split(' '))
const getPackageName = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

registerHooks({
  resolve(name, context, next) {
    if (refusedPackages.has(getPackageName(name)))
      throw new Error(`${name} is not installed, but ${context.parentURL ?? 'the program'} needs it.`)
    return next(name, context)
  },
})
