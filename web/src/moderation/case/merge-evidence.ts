import type { CaseRow, Evidence, EvidencePart } from '@app/contract/safety/cases'

/** The evidence of several reports about the same content; `letters` are those of the reports, oldest first. */
export type MergedEvidence = Omit<Evidence, 'report'> & { letters: string[]; lastTakenAt: string }

/**
 * Returns a key that two parts with the same text share, whenever they were frozen. It contains only the number of
 * files, since each part has copies of its own.
 */
export const partKey = ({ role, id, who, title, text, facts, files }: EvidencePart): string =>
  JSON.stringify([role, id, who, title, text, facts, files.length])

const subjectOf = ({ parts }: Pick<Evidence, 'parts'>): EvidencePart | undefined =>
  parts.find(({ role }) => role === 'SUBJECT')

function canMerge(merged: MergedEvidence, evidence: Evidence): boolean {
  const [one, other] = [subjectOf(merged), subjectOf(evidence)]
  return (
    merged.intact &&
    evidence.intact &&
    merged.sealed === evidence.sealed &&
    one !== undefined &&
    other !== undefined &&
    partKey(one) === partKey(other)
  )
}

/**
 * Merges two versions of a part: takes the later one, since the content may have been deleted in between, but the
 * earliest files that exist.
 */
const mergePart = (first: EvidencePart, last: EvidencePart): EvidencePart => ({
  ...last,
  files: first.files.map((file, index) => (file.state === 'MISSING' ? (last.files[index] ?? file) : file)),
})

/** The kinds of cases whose evidence is a conversation, ordered by id. */
const CONVERSATIONS: ReadonlySet<CaseRow['kind']> = new Set(['CHAT_MESSAGE', 'GROUP_MESSAGE'])

const isAfterThread = ({ role }: EvidencePart): boolean => role === 'PROFILE' || role === 'AD'

/** Orders a conversation by id, with the earlier words of a text after it. */
const compareInThread = (one: EvidencePart, other: EvidencePart): number =>
  Number(one.id) - Number(other.id) || Number(one.role === 'EARLIER') - Number(other.role === 'EARLIER')

/** Merges the parts of two pieces of evidence: each text once, in the server's order. */
function mergeParts(
  kind: CaseRow['kind'],
  first: readonly EvidencePart[],
  last: readonly EvidencePart[],
): EvidencePart[] {
  const later = new Map(last.map((part) => [partKey(part), part]))
  const known = new Set(first.map(partKey))
  const all = [
    ...first.map((part) => mergePart(part, later.get(partKey(part)) ?? part)),
    ...last.filter((part) => !known.has(partKey(part))),
  ]
  const thread = all.filter((part) => !isAfterThread(part))
  if (CONVERSATIONS.has(kind)) thread.sort(compareInThread)
  return [...thread, ...all.filter(isAfterThread)]
}

/**
 * Merges the intact evidence of reports about the same text, so that an admin reads it once. `evidence` is oldest
 * first.
 */
export function mergeEvidence(kind: CaseRow['kind'], evidence: readonly Evidence[]): MergedEvidence[] {
  const merged: MergedEvidence[] = []
  for (const { report, ...item } of evidence) {
    const letters = report === null ? [] : [report]
    const index = merged.findIndex((other) => canMerge(other, { ...item, report }))
    const earlier = merged[index]
    if (!earlier) merged.push({ ...item, letters, lastTakenAt: item.takenAt })
    else
      merged[index] = {
        ...earlier,
        letters: [...new Set([...earlier.letters, ...letters])],
        lastTakenAt: item.takenAt,
        parts: mergeParts(kind, earlier.parts, item.parts),
      }
  }
  return merged
}
