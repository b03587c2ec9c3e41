import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** All that a process tells Prometheus. NOTE: labels never hold what grows with members, such as ids, names or paths. */
export type Metrics = Registry

export const createMetrics = (): Metrics => new Registry()

type Described<Label extends string> = { name: `salong_${string}`; help: string; labelNames?: Label[] }

/** The same name is the same instrument, whoever asks for it. */
export const counter = <Label extends string>(metrics: Metrics, described: Described<Label>): Counter<Label> =>
  (metrics.getSingleMetric(described.name) as Counter<Label> | undefined) ??
  new Counter({ ...described, registers: [metrics] })

export const histogram = <Label extends string>(
  metrics: Metrics,
  described: Described<Label> & { buckets: number[] },
): Histogram<Label> =>
  (metrics.getSingleMetric(described.name) as Histogram<Label> | undefined) ??
  new Histogram({ ...described, registers: [metrics] })

export type Reading<Label extends string> = { labels?: Record<Label, string>; value: number }

/** Read when Prometheus asks; what cannot be read at that moment is not told. */
export function gauge<Label extends string>(
  metrics: Metrics,
  described: Described<Label>,
  read: () => Reading<Label>[] | Promise<Reading<Label>[]>,
): void {
  new Gauge<Label>({
    ...described,
    registers: [metrics],
    async collect() {
      const readings = await Promise.resolve()
        .then(read)
        .catch(() => [])
      this.reset()
      if (readings.length === 0) this.remove()
      for (const { labels = {}, value } of readings) this.set(labels as Record<Label, string>, value)
    },
  })
}

const FRESH = 1_000

/** What several gauges tell a part of is asked once for all of them. */
export function askedOnce<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined
  return () => {
    if (answer) return answer
    answer = ask()
    setTimeout(() => {
      answer = undefined
    }, FRESH).unref()
    return answer
  }
}
