/** Renders technical specifications as a table of labels and values. */
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import type { Specification } from './specification.policy.ts'
import * as styles from './spec-table.module.css'

export function SpecTable({ specs }: { specs: readonly Specification[] }) {
  return (
    <table className={styles.specs}>
      <tbody>
        {specs.map((spec, index) => (
          <tr key={`${index} ${spec.label}`}>
            <th scope="row">
              <bdi>{spec.label}</bdi>
            </th>
            <td>
              <SpecValue spec={spec} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Renders a value with its leading number in bold. */
export function SpecValue({ spec: { value, amount } }: { spec: Specification }) {
  if (!amount) return <NoBreakText text={value} />
  const [, unit = '', rest = ''] = /^( \S+)?(.*)$/.exec(amount.rest) ?? []
  return (
    <>
      {amount.about}
      <span className={styles.amount}>
        <b className="num">{amount.text}</b>
        {unit}
      </span>
      {rest}
    </>
  )
}
