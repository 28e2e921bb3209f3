/** Helps to find a radiator's output: a picture of the types from above, and what each of them gives. */
import type { ToolReply } from '#features/tools/tool.client.ts'
import { Picture } from '#ui/pictures/picture.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import * as styles from './radiator-types.module.css'

const DESCRIPTIONS = {
  11: 'One panel, one row of fins (K1)',
  21: 'Two panels, one row of fins (P+)',
  22: 'Two panels, two rows of fins (K2)',
  33: 'Three panels, three rows of fins (K3)',
}

export function RadiatorTypes({ types }: { types: NonNullable<ToolReply['radiatorTypes']> }) {
  const { number } = useWording()
  return (
    <details className={styles.types}>
      <summary>Which radiators do I have?</summary>
      <div className={styles.content}>
        <p className="hint">
          Look down at the radiator from above: count the panels and the rows of fins between them. The output on the maker’s label or data
          sheet is more exact.
        </p>
        <Picture
          src="/art/tools/radiator-types.svg"
          alt="Four radiators from above, against a wall: type 11 with one panel and one row of fins, 21 with two panels and one row, 22 with two and two, 33 with three and three."
        />
        {types.length > 0 && (
          <table>
            <caption>Typical output at ΔT 50 of a radiator 600 mm high</caption>
            <thead>
              <tr>
                <th scope="col">Type</th>
                <th scope="col">For each metre of length</th>
              </tr>
            </thead>
            <tbody>
              {types.map(({ type, wattsPerMetre }) => (
                <tr key={type}>
                  <th scope="row">
                    {type} <span>{DESCRIPTIONS[type]}</span>
                  </th>
                  <td className="num">{number(wattsPerMetre, 0)} W</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </details>
  )
}
