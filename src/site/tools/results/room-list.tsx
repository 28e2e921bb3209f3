/** Shows the flow temperature that each room needs, and how much radiator output is missing for lower flow temperatures. */
import type { ToolReply } from '#features/tools/tool.client.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { BarChart } from '#site/tools/charts/bar-chart.tsx'
import { formatValue } from '#site/tools/charts/format-band.ts'
import * as styles from './result-figure.module.css'

export function RoomList({ rooms }: { rooms: NonNullable<ToolReply['rooms']> }) {
  const wording = useWording()
  const flowTemperatures = Object.keys(rooms[0]?.missingOutputWatts ?? {})
  return (
    <>
      <figure className={styles.figure}>
        <figcaption>Room by room</figcaption>
        <BarChart
          bars={rooms.map(({ flowTemperature }, index) => ({
            key: String(index),
            label: `Room ${index + 1}`,
            value: flowTemperature,
            text: formatValue(flowTemperature, '°C', wording),
            isOver: flowTemperature > 55,
          }))}
          limits={[{ value: 45, label: '45 °C, good for a heat pump' }]}
        />
      </figure>
      <figure className={styles.figure}>
        <figcaption>Radiators too small for a lower flow temperature</figcaption>
        <ul className={styles.list}>
          {flowTemperatures
            .toSorted((a, b) => Number(b) - Number(a))
            .map((targetTemperature) => {
              const shortfalls = rooms.flatMap(({ missingOutputWatts }, index) => {
                const missingWatts = missingOutputWatts[targetTemperature] ?? 0
                return missingWatts > 0 ? [`room ${index + 1} by ${wording.number(Math.ceil(missingWatts / 10) * 10, 0)} W`] : []
              })
              return (
                <li key={targetTemperature}>
                  <p>
                    <b className="num">{targetTemperature} °C:</b>{' '}
                    {shortfalls.length === 0
                      ? 'all radiators are large enough.'
                      : `more output at ΔT 50 needed in ${shortfalls.join(', ')}.`}
                  </p>
                </li>
              )
            })}
        </ul>
      </figure>
    </>
  )
}
