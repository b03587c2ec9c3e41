import type { Album } from '@app/contract/photos'
import { BadgeCheck, Globe, Lock, type LucideIcon } from 'lucide-react'

export const ALBUM_ICONS = { PUBLIC: Globe, PRIVATE: Lock, VERIFIED: BadgeCheck } as const satisfies Record<
  Album,
  LucideIcon
>

export const ALBUM_TONES = { PUBLIC: 'neutral', PRIVATE: 'private', VERIFIED: 'trust' } as const satisfies Record<
  Album,
  string
>
