import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import styles from './marks.module.css'

const TONES = {
  neutral: undefined,
  private: styles.private,
  trust: styles.trust,
  turn: styles.turnChip,
  info: styles.info,
  problem: styles.problem,
  outline: styles.outline,
} as const

type Props = { tone?: keyof typeof TONES; small?: boolean; icon?: LucideIcon; children: ReactNode }

/** Renders a colored label. */
export const Chip = ({ tone = 'neutral', small, icon: Icon, children }: Props) => (
  <span className={classes(styles.chip, TONES[tone], small && styles.small)}>
    {Icon && <Icon size="0.875rem" strokeWidth={1.75} aria-hidden />}
    {children}
  </span>
)
