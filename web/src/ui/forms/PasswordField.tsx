import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { classes } from '../classes.ts'
import { uiTexts } from '../texts.ts'
import { Field } from './Field.tsx'
import styles from './field.module.css'

type Props = Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'> & {
  label: string
  aside?: ComponentProps<typeof Field>['aside']
  hint?: string
  error?: string
  /** Whether the password is visible, if a checkbox controls it; by default the field has its own toggle. */
  shown?: boolean
}

export function PasswordField({ label, aside, hint, error, shown, ...input }: Props) {
  const t = useTexts(uiTexts)
  const [isRevealed, setRevealed] = useState(false)
  const hasRevealButton = shown === undefined
  const isVisible = shown ?? isRevealed
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {(ids) => (
        <span className={styles.box}>
          <input
            spellCheck={false}
            autoCapitalize="off"
            {...input}
            {...ids}
            type={isVisible ? 'text' : 'password'}
            className={classes(styles.input, hasRevealButton && styles.withEnd)}
          />
          {hasRevealButton && (
            <span className={styles.end}>
              <IconButton
                icon={isVisible ? EyeOff : Eye}
                label={t('showPassword')}
                aria-pressed={isVisible}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => setRevealed(!isRevealed)}
              />
            </span>
          )}
        </span>
      )}
    </Field>
  )
}
