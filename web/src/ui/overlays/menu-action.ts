import type { LucideIcon } from 'lucide-react'

export type MenuAction = {
  id: string
  label: string
  /** A short text at the end of the line, such as the time that is left for the action. */
  hint?: string
  icon?: LucideIcon
  danger?: boolean
  disabled?: boolean
  run: () => void
}
