import type { ComponentProps } from 'react'
import { TextField } from './Field.tsx'

export const EmailField = (props: Omit<ComponentProps<typeof TextField>, 'type'>) => (
  <TextField type="email" inputMode="email" autoCapitalize="off" spellCheck={false} {...props} />
)
