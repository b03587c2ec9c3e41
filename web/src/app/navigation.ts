import {
  Activity,
  CalendarDays,
  CircleUserRound,
  Dices,
  Film,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  Newspaper,
  UserRoundSearch,
  UsersRound,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { useLocation } from 'react-router-dom'
import { ChatsBadge } from '../chats/ChatsBadge.tsx'
import { GroupsBadge } from '../groups/GroupsBadge.tsx'
import { useIsTeam, useSession } from '../lib/session.ts'
import { NewsBadge } from '../news/NewsBadge.tsx'

export type NavigationRow = {
  to: string
  icon: LucideIcon
  label: 'movie' | 'ads' | 'profiles' | 'chats' | 'groups' | 'events' | 'games' | 'myProfile' | 'operations' | 'news'
  /** What couples read instead. */
  labelOfCouples?: 'ourProfile'
  /** The rail shows every row. On a phone a row has its place in the bar or stands in the menu. */
  onPhone: number | 'menu'
  /** A page that one comes to from this one. */
  inside?: string
  teamOnly?: true
  /** A badge beside the label. */
  Mark?: ComponentType
}

/** Rail and menu in their order. A feature enters all three with one row here. */
export const NAVIGATION: readonly NavigationRow[] = [
  { to: '/movie', icon: Film, label: 'movie', onPhone: 'menu' },
  { to: '/ads', icon: Megaphone, label: 'ads', onPhone: 'menu' },
  { to: '/profilelist', icon: UserRoundSearch, label: 'profiles', onPhone: 2, inside: '/profile' },
  { to: '/chats', icon: MessagesSquare, label: 'chats', onPhone: 1, Mark: ChatsBadge },
  { to: '/groups', icon: UsersRound, label: 'groups', onPhone: 3, Mark: GroupsBadge },
  { to: '/events', icon: CalendarDays, label: 'events', onPhone: 4 },
  { to: '/games', icon: Dices, label: 'games', onPhone: 'menu' },
  {
    to: '/myprofile?tab=profile',
    icon: CircleUserRound,
    label: 'myProfile',
    labelOfCouples: 'ourProfile',
    onPhone: 'menu',
  },
  { to: '/operations', icon: Activity, label: 'operations', teamOnly: true, onPhone: 'menu' },
]

/** The rows among these that whoever is logged in has. */
export function useRows(rows: readonly NavigationRow[]): NavigationRow[] {
  const team = useIsTeam()
  return rows.filter(({ teamOnly }) => team || !teamOnly)
}

/** In the header where there is room, else in the menu. */
export const NEWS_ROW: NavigationRow = { to: '/news', icon: Newspaper, label: 'news', onPhone: 'menu', Mark: NewsBadge }

/** The part of an address that tells which row is lit. */
export const pathOf = ({ to }: NavigationRow): string => to.split('?')[0] ?? to

/** The path whose row is lit: one's own profile as visitors see it belongs to one's own profile. */
export function useActivePath(): string {
  const { pathname, search } = useLocation()
  const own = useSession()?.userName
  return pathname === '/profile' && new URLSearchParams(search).get('name') === own ? '/myprofile' : pathname
}
