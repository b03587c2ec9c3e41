import type { Statement } from '@app/contract/safety/decisions'

/** Returns who may answer an appeal: the only moderator, one of those who decided, or anybody else if there is somebody. */
export function findAnswerer({ teamOfOne, decidedByAll }: Statement): 'ALONE' | 'DECIDER' | 'OTHER' {
  if (teamOfOne) return 'ALONE'
  return decidedByAll ? 'DECIDER' : 'OTHER'
}
