import type { RefObject } from 'react'
import { Menu as AriaMenu, I18nProvider, MenuItem, Popover } from 'react-aria-components'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { classes } from '../classes.ts'
import type { MenuAction } from './menu-action.ts'
import styles from './overlay.module.css'

type Props = {
  label: string
  actions: readonly MenuAction[]
  trigger: RefObject<HTMLElement | null>
  onClose: () => void
}

/**
 * Runs an action after the closed menu has restored the focus to its trigger, so that a dialog can restore it there
 * too.
 */
const runAfterClose = (run: () => void): void => {
  requestAnimationFrame(() => requestAnimationFrame(run))
}

export const MenuPopover = ({ label, actions, trigger, onClose }: Props) => (
  <I18nProvider locale={localeOf(useLanguage())}>
    <Popover
      aria-label={label}
      className={styles.popover}
      triggerRef={trigger}
      placement="bottom end"
      isOpen
      onOpenChange={(open) => !open && onClose()}
    >
      <AriaMenu className={styles.menu} aria-label={label} autoFocus="first" onClose={onClose}>
        {actions.map(({ id, label: text, icon: Icon, danger, disabled, run }) => (
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
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  </I18nProvider>
)
