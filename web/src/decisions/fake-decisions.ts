import type { Statement } from '@app/contract/safety/decisions'

/** Returns a statement about a removed photo and a warning, which can be appealed. */
export const aStatement = (changes: Partial<Statement> = {}): Statement => ({
  id: '5',
  number: '1042',
  userName: 'Mira',
  decidedAt: '2025-11-14T10:00:00.000Z',
  kind: 'PHOTO',
  subjectId: 'abc',
  parentId: null,
  excerpt: null,
  hasPicture: true,
  actions: [
    { kind: 'REMOVE', scopes: [], until: null, endedAt: null },
    { kind: 'WARN', scopes: [], until: '2027-11-14T10:00:00.000Z', endedAt: null },
  ],
  reason: 'TERMS_OTHERS',
  ground: 'TERMS',
  facts: 'På fotot syns en person som inte har sagt ja.',
  source: 'REPORT',
  automated: false,
  pendingUntil: null,
  removedNow: true,
  readAt: null,
  mustRead: true,
  appealBy: '2099-05-14T10:00:00.000Z',
  appeal: null,
  appealAnswer: null,
  teamOfOne: false,
  disputeAddress: null,
  language: 'SWEDISH',
  ...changes,
})
