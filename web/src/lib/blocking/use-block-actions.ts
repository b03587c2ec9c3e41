import { TEAM_NAME } from '@app/contract/text/names'
import { type LucideIcon, UserRoundX } from 'lucide-react'
import { useIsTeam, useSession } from '../http/session.ts'
import { useAppConfig } from '../release/app-config.ts'
import { useTexts } from '../text/texts.ts'
import { requestBlock } from './request-block.ts'
import { blockingTexts } from './texts.ts'

type BlockAction = { id: string; label: string; icon: LucideIcon; danger: boolean; run: () => void }

/**
 * Returns a function that lists the menu action for blocking a member. The list is empty for the member's own name,
 * without a name, and while the operator has switched blocks off. The team neither blocks nor is blocked.
 */
export function useBlockActions(): (name: string | null) => BlockAction[] {
  const t = useTexts(blockingTexts)
  const isTeam = useIsTeam()
  const ownName = useSession()?.userName
  const isOffered = useAppConfig(({ blocks }) => blocks !== false)
  return (name) =>
    !isOffered || isTeam || !name || name === TEAM_NAME || name === ownName
      ? []
      : [{ id: 'block', label: t('block', { name }), icon: UserRoundX, danger: true, run: () => requestBlock(name) }]
}
