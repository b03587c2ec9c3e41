import {
  CalendarDays,
  CircleUserRound,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  UserRoundSearch,
  UsersRound,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { ChatsMark } from '../chats/ChatsMark.tsx'
import { GroupsMark } from '../groups/GroupsMark.tsx'

export type NavigationRow = {
  to: string
  icon: LucideIcon
  label: 'ads' | 'profiles' | 'chats' | 'groups' | 'events' | 'myProfile'
  /** What couples read instead. */
  labelOfCouples?: 'ourProfile'
  /** The rail shows every row. On a phone a row has its place in the bar or stands in the menu. */
  onPhone: number | 'menu'
  /** A page that one comes to from this one. */
  inside?: string
  /** A badge beside the label. */
  Mark?: ComponentType
}

/** Rail and menu in their order. A feature enters all three with one row here. */
export const NAVIGATION: readonly NavigationRow[] = [
  { to: '/ads', icon: Megaphone, label: 'ads', onPhone: 'menu' },
  { to: '/profilelist', icon: UserRoundSearch, label: 'profiles', onPhone: 2, inside: '/profile' },
  { to: '/chats', icon: MessagesSquare, label: 'chats', onPhone: 1, Mark: ChatsMark },
  { to: '/groups', icon: UsersRound, label: 'groups', onPhone: 3, Mark: GroupsMark },
  { to: '/events', icon: CalendarDays, label: 'events', onPhone: 4 },
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
