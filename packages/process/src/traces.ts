import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { z } from 'zod'

/** The address that traces are sent to. Without it none are made, and nothing of the SDK is loaded. */
export const TracesEnv = z.object({ OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional() })

/** Sends spans to a collector over OTLP/HTTP from now on. The answer sends what is left, and ends. Spans hold names of ours alone, as metrics do. */
export async function startTraces(service: string, endpoint: string | undefined): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => {}
  const [
    { BatchSpanProcessor, TracerProvider },
    { OTLPTraceExporter },
    { resourceFromAttributes },
    { W3CTraceContextPropagator },
    { AsyncLocalStorageContextManager },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/core'),
    import('@opentelemetry/context-async-hooks'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, timeoutMillis: 5_000 })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  // Without the propagator for baggage, which callers fill as they like.
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return () => provider.shutdown().catch(() => {})
}

type Parent = { traceparent?: string | undefined }

const contextOf = (parent: Parent | null): Context =>
  parent?.traceparent === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, parent)

const tracer = () => trace.getTracer('readroom')

/** Does `work` in a span of its own below `parent`. Of an error only that there was one: its words may name patients. */
export async function inSpan<T>(name: string, parent: Parent | null, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer().startActiveSpan(name, { kind: SpanKind.CONSUMER, attributes }, contextOf(parent), async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

/** A span that a request opens and its answer ends. `within` does work in it. */
export function openRequestSpan(name: string, parent: Parent, attributes: Attributes) {
  const span: Span = tracer().startSpan(name, { kind: SpanKind.SERVER, attributes }, contextOf(parent))
  const inside = trace.setSpan(contextOf(parent), span)
  return {
    within: <T>(work: () => T): T => context.with(inside, work),
    end(status: number): void {
      span.setAttribute('http.response.status_code', status)
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}
