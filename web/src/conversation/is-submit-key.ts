import type { KeyboardEvent } from 'react'

/**
 * Whether a key sends what has been written. On touch it breaks the line, and one that ends the writing of one character
 * with several keys is not the end of the message.
 */
export const isSubmitKey = ({ key, shiftKey, nativeEvent, keyCode }: KeyboardEvent, touch: boolean): boolean =>
  key === 'Enter' && !shiftKey && !touch && !nativeEvent.isComposing && keyCode !== 229
