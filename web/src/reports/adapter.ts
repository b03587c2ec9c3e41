import type { ConversationAdapter } from '../conversation/adapters.ts'

/** The adapter with which the client outbox sends reports. The code that sends them loads with the first report. */
export const reportAdapter: ConversationAdapter = {
  send: async (_, message, payload) => (await import('./sending.ts')).sendReport(message, payload),
  sendPhoto: () => Promise.reject(new TypeError('a report has no photo')),
  refresh: () => Promise.resolve(),
  isAwaiting: () => false,
  onArrival: () => () => undefined,
  removedText: null,
}
