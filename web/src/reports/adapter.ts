import type { ConversationAdapter } from '../conversation/adapters.ts'

/** The adapter of reports, which are in no conversation. The code that sends them is imported with the first one. */
export const reportAdapter: ConversationAdapter = {
  send: async (_, message, payload) => (await import('./sending.ts')).sendReport(message, payload),
  sendPhoto: () => Promise.reject(new TypeError('a report has no photo')),
  refresh: () => Promise.resolve(),
  isAwaiting: () => false,
  onArrival: () => () => undefined,
  removedText: null,
}
