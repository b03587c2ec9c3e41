import { PRODUCT_NAME } from '@app/contract/product'
import { classes } from '../classes.ts'
import styles from './wordmark.module.css'

export const LogoMark = () => (
  <svg className={styles.mark} width="1.25rem" height="1.375rem" viewBox="0 0 20 22" aria-hidden="true">
    <path d="M0 22V10a10 10 0 0 1 20 0v12z" fill="var(--mark-door, var(--plum))" />
    <circle cx="13.4" cy="14.6" r="3.4" fill="var(--mark-lamp, var(--apricot))" />
  </svg>
)

/** Renders the product's name and logo. On a picture both are light; in the shell the name is bolder. */
export const Wordmark = ({ tone = 'plain' }: { tone?: 'plain' | 'shell' | 'picture' }) => (
  <span className={classes(styles.wordmark, styles[tone])}>
    <LogoMark />
    <span>{PRODUCT_NAME}</span>
  </span>
)
