import { useIsTeam } from '../lib/session.ts'
import { useTexts } from '../lib/texts.ts'
import { statusTexts } from './status-texts.ts'

/** Returns the label of the link into the chat between a member and the team, for either side. */
export function useTeamLabel(): string {
  const t = useTexts(statusTexts)
  return t(useIsTeam() ? 'asTeam' : 'ADMIN_CHAT')
}
