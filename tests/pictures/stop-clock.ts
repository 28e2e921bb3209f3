/** Loaded before the server (`node --import`): whatever it asks the time, it is the same moment. Timers go on. */
import { MOMENT } from './moment.ts'

globalThis.Date = new Proxy(Date, {
  construct: (real, given, made) => Reflect.construct(real, given.length ? given : [MOMENT], made) as object,
  apply: (real) => new real(MOMENT).toString(),
  get: (real, key, proxy) => (key === 'now' ? () => MOMENT : (Reflect.get(real, key, proxy) as unknown)),
})
