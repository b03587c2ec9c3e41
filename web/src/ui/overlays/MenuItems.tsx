import { Menu as AriaMenu, MenuItem } from 'react-aria-components'
import { classes } from '../classes.ts'
import type { MenuAction } from './menu-action.ts'
import styles from './overlay.module.css'

type Props = { label: string; actions: readonly MenuAction[]; onClose: () => void }

/**
 * Runs an action after the closed menu has restored the focus to its trigger, so that a dialog can restore it there
 * too.
 */
const runAfterClose = (run: () => void): void => {
  requestAnimationFrame(() => requestAnimationFrame(run))
}

/** Shows the actions of a menu, and focuses the first one. */
export const MenuItems = ({ label, actions, onClose }: Props) => (
  <AriaMenu className={styles.menu} aria-label={label} autoFocus="first" onClose={onClose}>
    {actions.map(({ id, label: text, hint, icon: Icon, danger, disabled, run }) => (
      <MenuItem
        key={id}
        id={id}
        textValue={text}
        isDisabled={disabled}
        onAction={() => runAfterClose(run)}
        className={classes(styles.item, danger && styles.dangerous)}
      >
        {Icon && <Icon size="1.25rem" strokeWidth={1.75} aria-hidden />}
        {text}
        {hint && <span className={styles.itemHint}>{hint}</span>}
      </MenuItem>
    ))}
  </AriaMenu>
)
