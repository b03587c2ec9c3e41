import type { ComponentProps } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { TextField } from '../ui/forms/Field.tsx'
import { accountTexts } from './texts.ts'

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'type'>

export const EmailField = (props: Props) => (
  <TextField
    label={useTexts(accountTexts)('email')}
    type="email"
    inputMode="email"
    autoCapitalize="off"
    spellCheck={false}
    {...props}
  />
)
