/** Loaded into the server with `node --import`: fixes the current time; timers keep running. */
import { MOMENT } from './moment.ts'

globalThis.Date = new Proxy(Date, {
  construct: (real, args, newTarget) => Reflect.construct(real, args.length ? args : [MOMENT], newTarget) as object,
  apply: (real) => new real(MOMENT).toString(),
  get: (real, key, proxy) => (key === 'now' ? () => MOMENT : (Reflect.get(real, key, proxy) as unknown)),
})
