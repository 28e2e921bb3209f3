/** Shows how a result was calculated: formula, inputs, what is not included, and each reference value with period and source. */
import type { ToolForm, ToolReply } from '#features/tools/tool.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { ScrollRegion } from '#ui/lists/scroll-region.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { formatReferenceValue } from '#site/tools/charts/format-band.ts'
import * as styles from './result-calculation.module.css'

const CERTAINTY_LABELS = { A: 'confirmed', B: 'one good source', C: 'not confirmed' }

export function ResultCalculation({ form, result }: { form: ToolForm; result: ToolReply }) {
  const wording = useWording()
  const { fullDate } = wording
  const isMounted = useMounted()
  const usedInputs = form.fields.flatMap(({ name, label, choices, kind }) => {
    const input = result.inputs[name]
    if (!input) return []
    const choiceLabels =
      choices.length > 0
        ? input.text
            .split(',')
            .map((choice) => choices.find(({ value }) => value === choice)?.label ?? (choice === 'none' ? 'None' : choice))
            .join(', ')
        : input.text
    const text =
      typeof input.value === 'number' && choices.length === 0
        ? formatReferenceValue(input.value, input.unit, wording)
        : kind === 'flag'
          ? input.value === true
            ? 'Yes'
            : 'No'
          : choiceLabels.replaceAll(';', '; ')
    return [{ name, label, text, whose: input.whose }]
  })
  return (
    <section className={styles.calculation} aria-labelledby="calculation-title">
      <div className="container">
        <div className="head">
          <h2 id="calculation-title">How we worked this out</h2>
          <p data-part="head-note">With prices and rules of {fullDate(form.today)}.</p>
        </div>
        <div className={styles.columns}>
          <div>
            <h3>Formula</h3>
            <ul className={styles.lines}>
              {form.formula.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <h3>What is not included</h3>
            <ul className={styles.lines}>
              {form.leavesOut.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
          <div>
            <h3>Inputs</h3>
            <ScrollRegion label="Inputs" role="group" className={styles.scroll}>
              <table>
                <tbody>
                  {usedInputs.map(({ name, label, text, whose }) => (
                    <tr key={name}>
                      <th scope="row">{label}</th>
                      <td>{text}</td>
                      <td className={styles.whose}>{whose === 'ours' ? 'default' : 'yours'}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollRegion>
          </div>
        </div>
        {result.constants.length > 0 && (
          <>
            <h3>Prices and assumptions used</h3>
            <ScrollRegion label="Prices and assumptions used" role="group" className={joinClasses(styles.scroll, styles.figures)}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col">Value</th>
                    <th scope="col">Valid</th>
                    <th scope="col">Source</th>
                  </tr>
                </thead>
                <tbody>
                  {result.constants.map(({ key, label, value, unit, validFrom, validTo, checkedOn, source, certainty }) => (
                    <tr key={key} id={`figure-${key}`}>
                      <th scope="row">{label}</th>
                      <td className={styles.value}>{formatReferenceValue(value, unit, wording)}</td>
                      <td>
                        from {fullDate(validFrom)}
                        {validTo !== null && ` to ${fullDate(validTo)}`}
                        {validTo !== null && validTo < form.today && <b className={styles.past}> (expired)</b>}
                      </td>
                      <td>
                        <a href={source.url}>
                          {source.publisher}: {source.title}
                        </a>
                        <span className={styles.checked}>
                          {CERTAINTY_LABELS[certainty]}, checked on {fullDate(checkedOn)}
                        </span>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollRegion>
          </>
        )}
        {isMounted && (
          <p className={`actions ${styles.actions}`}>
            <Button variant="quiet" onClick={() => print()}>
              <Icon name="print" />
              Print
            </Button>
          </p>
        )}
      </div>
    </section>
  )
}
