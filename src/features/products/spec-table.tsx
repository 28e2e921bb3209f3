/** The technical specification: label and value, the leading number of a value heavy. */
import './spec-table.css'

const LEADING_NUMBER = /^([±-]?\d[\d.,]*)(.*)$/

export function SpecTable({ specs }: { specs: { label: string; value: string }[] }) {
  return (
    <table className="specs">
      <tbody>
        {specs.map(({ label, value }, index) => {
          const [, number = '', rest = value] = LEADING_NUMBER.exec(value) ?? []
          return (
            <tr key={`${index} ${label}`}>
              <th scope="row">{label}</th>
              <td>
                {number && <b className="num">{number}</b>}
                {rest}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
