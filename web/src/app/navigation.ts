import { CircleUserRound, type LucideIcon, MessagesSquare } from 'lucide-react'
import type { ComponentType } from 'react'
import { ChatsMark } from '../chats/ChatsMark.tsx'

export type NavigationRow = {
  to: string
  icon: LucideIcon
  label: 'chats' | 'myProfile'
  /** What couples read instead. */
  labelOfCouples?: 'ourProfile'
  /** The rail shows every row. On a phone a row stands in the bar or in the menu. */
  onPhone: 'bar' | 'menu'
  /** A badge beside the label. */
  Mark?: ComponentType
}

/** Rail, bottom bar and menu in their order. A feature enters all three with one row here. */
export const NAVIGATION: readonly NavigationRow[] = [
  { to: '/chats', icon: MessagesSquare, label: 'chats', onPhone: 'bar', Mark: ChatsMark },
  {
    to: '/myprofile?tab=profile',
    icon: CircleUserRound,
    label: 'myProfile',
    labelOfCouples: 'ourProfile',
    onPhone: 'menu',
  },
]

/** The part of an address that tells which row is lit. */
export const pathOf = ({ to }: NavigationRow): string => to.split('?')[0] ?? to
