import type { LucideIcon } from 'lucide-react'

export type MenuAction = {
  id: string
  label: string
  icon?: LucideIcon
  danger?: boolean
  disabled?: boolean
  run: () => void
}
