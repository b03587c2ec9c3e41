type Modifiers = Pick<MouseEvent, 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/**
 * Returns whether a modifier key is held, with which keys and clicks have other meanings, such as Alt+Left for Back.
 */
export const hasModifier = ({ metaKey, ctrlKey, shiftKey, altKey }: Modifiers): boolean =>
  metaKey || ctrlKey || shiftKey || altKey

/** Returns whether a click does not request a new tab, a new window or a download. */
export const isPlainClick = (click: Pick<MouseEvent, 'button'> & Modifiers): boolean =>
  click.button === 0 && !hasModifier(click)
