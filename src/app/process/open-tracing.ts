/** Opens OpenTelemetry tracing if its standard environment variables name a collector; otherwise, its packages are not loaded. */
import type { Tracing } from '#platform/telemetry/tracing.ts'

/** @returns `undefined` when no collector is configured */
export async function openTracing(env: Record<string, string | undefined>): Promise<Tracing | undefined> {
  const hasCollector = Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])
  if (!hasCollector || env['OTEL_SDK_DISABLED'] === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none') return undefined
  const { createTracing } = await import('#platform/telemetry/tracing.ts')
  return createTracing()
}
