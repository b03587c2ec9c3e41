import type { KeyboardEvent } from 'react'

/**
 * Returns whether a key submits the message. Enter breaks the line on touch devices, and within an input method it only
 * completes a character.
 */
export const isSubmitKey = ({ key, shiftKey, nativeEvent, keyCode }: KeyboardEvent, touch: boolean): boolean =>
  key === 'Enter' && !shiftKey && !touch && !nativeEvent.isComposing && keyCode !== 229
