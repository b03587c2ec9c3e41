import type { Duty } from '@app/contract/members/duties'
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
  ShieldCheck,
  UserRoundSearch,
  UsersRound,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { useLocation } from 'react-router-dom'
import { ChatsCountMark } from '../chats/ChatsCountMark.tsx'
import { GroupsCountMark } from '../groups/GroupsCountMark.tsx'
import { lazy } from '../lib/device/chunks.ts'
import { useDuties, useSession } from '../lib/http/session.ts'
import { NewsCountMark } from '../news/NewsCountMark.tsx'

const CasesCountMark = lazy(async () => ({
  default: (await import('../moderation/queue/CasesCountMark.tsx')).CasesCountMark,
}))

export type NavigationRow = {
  to: string
  icon: LucideIcon
  label:
    | 'movie'
    | 'ads'
    | 'profiles'
    | 'chats'
    | 'groups'
    | 'events'
    | 'games'
    | 'myProfile'
    | 'moderation'
    | 'operations'
    | 'news'
  /** The label for couples. */
  coupleLabel?: 'ourProfile'
  /** The position in the phone's bottom bar, or `'menu'` for the phone's menu. */
  onPhone: number | 'menu'
  /** The path of a subpage that is reached from this page. */
  subpage?: string
  /** Shows the row only to admins who have one of these duties. */
  duties?: readonly Duty[]
  /** Shows the count beside the label. */
  Mark?: ComponentType
}

/** The rows of the rail, which on a phone are in the bottom bar or the menu. */
export const NAVIGATION: readonly NavigationRow[] = [
  { to: '/movie', icon: Film, label: 'movie', onPhone: 'menu' },
  { to: '/ads', icon: Megaphone, label: 'ads', onPhone: 'menu' },
  { to: '/profilelist', icon: UserRoundSearch, label: 'profiles', onPhone: 2, subpage: '/profile' },
  { to: '/chats', icon: MessagesSquare, label: 'chats', onPhone: 1, Mark: ChatsCountMark },
  { to: '/groups', icon: UsersRound, label: 'groups', onPhone: 3, Mark: GroupsCountMark },
  { to: '/events', icon: CalendarDays, label: 'events', onPhone: 4 },
  { to: '/games', icon: Dices, label: 'games', onPhone: 'menu' },
  {
    to: '/myprofile?tab=profile',
    icon: CircleUserRound,
    label: 'myProfile',
    coupleLabel: 'ourProfile',
    onPhone: 'menu',
  },
  {
    to: '/moderation',
    icon: ShieldCheck,
    label: 'moderation',
    duties: ['MODERATE', 'LEAD'],
    onPhone: 'menu',
    Mark: CasesCountMark,
  },
  { to: '/operations', icon: Activity, label: 'operations', duties: ['OPERATE'], onPhone: 'menu' },
]

/** Returns the rows that the logged-in member may use. */
export function useRows(rows: readonly NavigationRow[]): NavigationRow[] {
  const ownDuties = useDuties()
  return rows.filter(({ duties }) => !duties || duties.some((duty) => ownDuties.includes(duty)))
}

/** The news row, shown in the header, and on a phone in the menu. */
export const NEWS_ROW: NavigationRow = {
  to: '/news',
  icon: Newspaper,
  label: 'news',
  onPhone: 'menu',
  Mark: NewsCountMark,
}

/** Returns the path of a row's URL, which decides whether the row is active. */
export const pathOf = ({ to }: NavigationRow): string => to.split('?')[0] ?? to

/** Returns the path that decides which row is active: the current one, or '/myprofile' for the member's own profile. */
export function useActivePath(): string {
  const { pathname, search } = useLocation()
  const ownName = useSession()?.userName
  return pathname === '/profile' && new URLSearchParams(search).get('name') === ownName ? '/myprofile' : pathname
}
