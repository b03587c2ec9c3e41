import type { RefObject } from 'react'
import { I18nProvider, Popover } from 'react-aria-components'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { MenuItems } from './MenuItems.tsx'
import type { MenuAction } from './menu-action.ts'
import styles from './overlay.module.css'

type Props = {
  label: string
  actions: readonly MenuAction[]
  trigger: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Shows a menu next to its trigger. */
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
      <MenuItems label={label} actions={actions} onClose={onClose} />
    </Popover>
  </I18nProvider>
)
