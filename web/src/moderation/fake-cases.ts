import { HOUR_MS } from '@app/contract/limits'
import { Case, CaseQueue, CaseRow, Evidence, type EvidencePart } from '@app/contract/safety/cases'
import * as z from 'zod/mini'
import { onGet, onPost, respondWith } from '../testing.tsx'

const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

/** A free case about a threat in a comment. */
export const aRow = (changes: Partial<CaseRow> = {}): CaseRow => ({
  id: '1042',
  version: 3,
  state: 'OPEN',
  kind: 'NEWS_COMMENT',
  category: 'THREAT',
  severity: 'CRITICAL',
  source: 'REPORT',
  author: 'Vargen 77',
  reports: 2,
  openedAt: inHours(-0.2),
  dueAt: inHours(0.8),
  heldBy: null,
  heldByMe: false,
  claimedUntil: null,
  ...changes,
})

export const aRowHeldByMe = (changes: Partial<CaseRow> = {}): CaseRow =>
  aRow({ state: 'CLAIMED', heldBy: 'Vera', heldByMe: true, claimedUntil: inHours(0.45), ...changes })

export const aRowHeldByKarin = (changes: Partial<CaseRow> = {}): CaseRow =>
  aRow({ state: 'CLAIMED', heldBy: 'Karin', claimedUntil: inHours(0.4), ...changes })

export const aCase = (changes: Partial<Case> = {}): Case => ({
  row: aRowHeldByMe(),
  subjectId: '31',
  parentId: '7',
  reference: null,
  reports: [
    {
      id: '1',
      letter: 'A',
      category: 'THREAT',
      words: 'Han ger sig inte.',
      illegal: true,
      filedAt: inHours(-0.2),
      notice: false,
      answer: null,
      objection: null,
      abusive: false,
      dismissed: 1,
      marked: 0,
    },
  ],
  history: {
    registeredAt: '2024-03-01T10:00:00.000Z',
    openCases: [{ id: '1050', category: 'SPAM', kind: 'AD' }],
    decisions: [],
    signals: ['BARRED_ADDRESS'],
  },
  language: 'SWEDISH',
  teamOfOne: false,
  decision: null,
  appealWords: null,
  ownPart: null,
  question: null,
  wider: 'NONE',
  allowed: ['DISMISS', 'REMOVE', 'WARN', 'RESTRICT', 'SUSPEND', 'BAN', 'ASK'],
  address: null,
  mergedInto: null,
  notes: [],
  ...changes,
})

export const aPart = (changes: Partial<EvidencePart> = {}): EvidencePart => ({
  role: 'SUBJECT',
  id: '31',
  at: '2025-11-13T20:31:00.000Z',
  who: 'Vargen 77',
  byAuthor: true,
  title: null,
  text: 'Jag vet var du simmar.',
  facts: [],
  deletedAt: null,
  editedAt: null,
  files: [],
  ...changes,
})

export const someEvidence = (changes: Partial<Evidence> = {}): Evidence => ({
  id: '9',
  report: 'A',
  takenAt: '2025-11-13T21:00:00.000Z',
  intact: true,
  sealed: false,
  parts: [aPart()],
  ...changes,
})

export const serveQueue = (rows: CaseRow[], changes: Partial<CaseQueue> = {}) =>
  onGet(
    'moderation/cases',
    respondWith(CaseQueue, {
      now: new Date().toISOString(),
      rows,
      next: null,
      counts: { open: rows.length, mine: 1, appealed: 3, asked: 4, secondLook: 0 },
      withinAim: 97,
      ...changes,
    }),
  )

/** Serves a case that the admin can claim, with its evidence. Returns the claims. */
export function serveCase(shown: Case = aCase(), evidence: Evidence[] = [someEvidence()]) {
  const { id } = shown.row
  onGet(`moderation/cases/${id}`, respondWith(Case, shown))
  onPost(`moderation/cases/${id}/evidence`, respondWith(z.array(Evidence), evidence))
  return onPost(`moderation/cases/${id}/claim`, respondWith(CaseRow, shown.row))
}
