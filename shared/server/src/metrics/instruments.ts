import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * All metrics of a process for Prometheus. NOTE: labels never contain values whose number grows with the number of
 * members, such as ids, names or paths.
 */
export type Metrics = Registry

export const createMetrics = (): Metrics => new Registry()

type InstrumentOptions<Label extends string> = { name: `salong_${string}`; help: string; labelNames?: Label[] }

/** Returns the counter of this name, created on first use. */
export const getCounter = <Label extends string>(metrics: Metrics, options: InstrumentOptions<Label>): Counter<Label> =>
  (metrics.getSingleMetric(options.name) as Counter<Label> | undefined) ??
  new Counter({ ...options, registers: [metrics] })

/** Returns the histogram of this name, created on first use. */
export const getHistogram = <Label extends string>(
  metrics: Metrics,
  options: InstrumentOptions<Label> & { buckets: number[] },
): Histogram<Label> =>
  (metrics.getSingleMetric(options.name) as Histogram<Label> | undefined) ??
  new Histogram({ ...options, registers: [metrics] })

/** One value of a gauge. */
export type Sample<Label extends string> = { labels?: Record<Label, string>; value: number }

/** Registers a gauge that is read at every scrape, and omitted from scrapes for which reading it fails. */
export function registerGauge<Label extends string>(
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

/** Wraps a function to cache its result for one second, so that gauges that share it call it once per scrape. */
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
