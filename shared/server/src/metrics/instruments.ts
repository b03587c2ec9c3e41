import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * All metrics of a process for Prometheus. NOTE: labels never contain values that grow with the members, such as ids,
 * names or paths.
 */
export type Metrics = Registry

export const createMetrics = (): Metrics => new Registry()

type InstrumentOptions<Label extends string> = { name: `salong_${string}`; help: string; labelNames?: Label[] }

/** Returns the counter of this name, created on first use. */
export const counter = <Label extends string>(metrics: Metrics, options: InstrumentOptions<Label>): Counter<Label> =>
  (metrics.getSingleMetric(options.name) as Counter<Label> | undefined) ??
  new Counter({ ...options, registers: [metrics] })

export const histogram = <Label extends string>(
  metrics: Metrics,
  options: InstrumentOptions<Label> & { buckets: number[] },
): Histogram<Label> =>
  (metrics.getSingleMetric(options.name) as Histogram<Label> | undefined) ??
  new Histogram({ ...options, registers: [metrics] })

export type Sample<Label extends string> = { labels?: Record<Label, string>; value: number }

/** Registers a gauge that is read at every scrape; values that cannot be read at that moment are omitted. */
export function gauge<Label extends string>(
  metrics: Metrics,
  options: InstrumentOptions<Label>,
  read: () => Sample<Label>[] | Promise<Sample<Label>[]>,
): void {
  new Gauge<Label>({
    ...options,
    registers: [metrics],
    async collect() {
      const samples = await Promise.resolve()
        .then(read)
        .catch(() => [])
      this.reset()
      if (samples.length === 0) this.remove()
      for (const { labels = {}, value } of samples) this.set(labels as Record<Label, string>, value)
    },
  })
}

const CACHE_MS = 1_000

/** Caches a result for one second, so that the gauges that share it load it once per scrape. */
export function cacheBriefly<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let cached: Promise<Result> | undefined
  return () => {
    if (cached) return cached
    cached = load()
    setTimeout(() => {
      cached = undefined
    }, CACHE_MS).unref()
    return cached
  }
}
