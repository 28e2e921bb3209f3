/** What the harness finds and the product does on purpose, or does not do yet; each with its reason. */
import type { Screen } from './screens.ts'
import type { Fault, Property } from './walk-plan.ts'

interface KnownException {
  screen: RegExp
  control: RegExp
  property: Property
  reason: string
}

const KNOWN_EXCEPTIONS: readonly KnownException[] = [
  {
    screen: /^\/(forgot-password|enquiry-status|newsletter\/(confirm|unsubscribe)#key)$/,
    control: /./,
    property: 'state is current',
    reason: 'The outcome takes the place of the form. The page has no data of its own: loaded again, it begins with the form.',
  },
  {
    screen: /^\/account/,
    control: /Go on/,
    property: 'state is current',
    reason: 'The set-up of one-time codes shows its secret once and stores nothing until the first code is confirmed.',
  },
]

export const knownExceptionFor = ({ name }: Screen, { control, property }: Fault): KnownException | undefined =>
  KNOWN_EXCEPTIONS.find((one) => one.property === property && one.screen.test(name) && one.control.test(control))
