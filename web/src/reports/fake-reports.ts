import type { Report } from '@app/contract/safety/reports'

/** A report on a message that the server has just stored. */
export const aReport = (changes: Partial<Report> = {}): Report => ({
  id: '1',
  kind: 'CHAT_MESSAGE',
  category: 'THREAT',
  filedAt: new Date().toISOString(),
  state: 'RECEIVED',
  aimAt: new Date(Date.now() + 60 * 60_000).toISOString(),
  decidedAt: null,
  removed: false,
  reason: null,
  question: null,
  wider: false,
  objectBy: null,
  objected: false,
  objectionOutcome: null,
  objectionAnswer: null,
  ...changes,
})
