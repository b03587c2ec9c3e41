import type { Reaction } from '@app/contract/reactions'
import { createLucideIcon, Flame, Frown, Heart, Laugh, type LucideIcon, ThumbsUp } from 'lucide-react'

/** A face with an open mouth, in the style of the other icons. */
const Wow = createLucideIcon('wow', [
  ['circle', { cx: '12', cy: '12', r: '10', key: 'face' }],
  ['ellipse', { cx: '12', cy: '15.5', rx: '1.75', ry: '2.25', key: 'mouth' }],
  ['path', { d: 'M9 9h.01', key: 'left eye' }],
  ['path', { d: 'M15 9h.01', key: 'right eye' }],
])

export const REACTION_ICONS: Readonly<Record<Reaction, LucideIcon>> = {
  HEART: Heart,
  LAUGH: Laugh,
  FIRE: Flame,
  WOW: Wow,
  SAD: Frown,
  THUMB: ThumbsUp,
}
