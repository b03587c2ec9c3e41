import { useIsTeam } from '../lib/session.ts'
import { useTexts } from '../lib/texts.ts'
import { statusTexts } from './status-texts.ts'

/** The label of what leads into a chat between a member and the team, on either side. */
export function useTeamLabel(): string {
  const t = useTexts(statusTexts)
  return t(useIsTeam() ? 'asTeam' : 'ADMIN_CHAT')
}
