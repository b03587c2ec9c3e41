import type { Metrics } from '@app/server/metrics/instruments'
import type { FastifyInstance } from 'fastify'
import metricsPlugin from 'fastify-metrics'

const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

// NOTE: Node hands over the whole module, whose types say that it is the plugin.
const plugin = (metricsPlugin as unknown as { default: typeof metricsPlugin }).default

/** Times every call by its route, as it is declared; what fits none goes under one name. */
export const registerCallMetrics = async (app: FastifyInstance, metrics: Metrics): Promise<void> =>
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
          help: 'How long calls took, by route and by the status of the answer',
          buckets: DURATIONS,
          registers: [metrics],
        },
        // NOTE: it is made even where it is not used, and would stand in the registry that all share.
        summary: { registers: [] },
      },
    },
  }))
