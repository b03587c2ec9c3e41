/** A page to measure, with the targets for its largest contentful paint in milliseconds; undefined for no target. */
export type MeasuredPage = { path: string; asMember: boolean; firstVisitMax?: number; secondVisitMax?: number }

const LARGEST_PAINT_MAX = { firstVisitMax: 2_500, secondVisitMax: 1_200 }

export const PAGES: MeasuredPage[] = [
  { path: '/', asMember: false, ...LARGEST_PAINT_MAX },
  { path: '/about', asMember: false },
  { path: '/chats', asMember: true, ...LARGEST_PAINT_MAX },
  { path: '/profilelist?type=MIXED_COUPLE&index=0', asMember: true, ...LARGEST_PAINT_MAX },
  { path: '/profile?name=Linn%20och%20Erik', asMember: true, ...LARGEST_PAINT_MAX },
  { path: '/movie', asMember: true, ...LARGEST_PAINT_MAX },
  { path: '/groups', asMember: true },
  { path: '/events', asMember: true },
  { path: '/ads', asMember: true },
  { path: '/games', asMember: true },
]
