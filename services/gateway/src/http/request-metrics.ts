import type { Metrics } from '@app/server/metrics/instruments'
import type { FastifyInstance } from 'fastify'
import metricsPlugin from 'fastify-metrics'

const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

// NOTE: Node imports the whole module, while its types declare the plugin itself.
const plugin = (metricsPlugin as unknown as { default: typeof metricsPlugin }).default

/** Times every request by its declared route; requests that match no route share one label. */
export const registerRequestMetrics = async (app: FastifyInstance, metrics: Metrics): Promise<void> =>
  void (await app.register(plugin, {
    endpoint: null,
    defaultMetrics: { enabled: false },
    routeMetrics: {
      enabled: { histogram: true, summary: false },
      registeredRoutesOnly: false,
      invalidRouteGroup: 'none',
      overrides: {
        labels: { status: 'status' },
        histogram: {
          name: 'salong_http_request_duration_seconds',
          help: 'Duration of requests, by route and by response status',
          buckets: DURATION_BUCKETS_SECONDS,
          registers: [metrics],
        },
        // NOTE: The summary is created even though it is disabled, and would register itself in the global registry.
        summary: { registers: [] },
      },
    },
  }))
