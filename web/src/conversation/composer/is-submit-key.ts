import type { KeyboardEvent } from 'react'

/** The key code of a key that an input method handles. Safari reports it for the Enter that ends a composition. */
const INPUT_METHOD_KEY_CODE = 229

/**
 * Returns whether a key submits the message. On touch devices, Enter inserts a line break; in an input method, it only
 * completes the composition.
 */
export const isSubmitKey = ({ key, shiftKey, nativeEvent, keyCode }: KeyboardEvent, isTouch: boolean): boolean =>
  key === 'Enter' && !shiftKey && !isTouch && !nativeEvent.isComposing && keyCode !== INPUT_METHOD_KEY_CODE
