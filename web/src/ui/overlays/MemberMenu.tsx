import { EllipsisVertical } from 'lucide-react'
import { blockingTexts } from '../../lib/blocking/texts.ts'
import { useBlockActions } from '../../lib/blocking/use-block-actions.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Menu } from './Menu.tsx'
import type { MenuAction } from './menu-action.ts'

type Props = {
  name: string
  /** The name of the menu; 'Fler val för {name}' by default. */
  label?: string | undefined
  /** Further actions, after the one that blocks the member. */
  actions?: readonly MenuAction[]
}

/** Renders the menu of a member in a list, with the action that blocks them. Without actions, there is no menu. */
export function MemberMenu({ name, label, actions = [] }: Props) {
  const t = useTexts(blockingTexts)
  const blockActions = useBlockActions()(name)
  const all = [...blockActions, ...actions]
  return all.length > 0 && <Menu label={label ?? t('moreFor', { name })} icon={EllipsisVertical} actions={all} />
}
