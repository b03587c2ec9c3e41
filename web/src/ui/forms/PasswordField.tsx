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
  /** Shows or hides the password, controlled by a checkbox; without it the field has its own toggle. */
  shown?: boolean
}

export function PasswordField({ label, aside, hint, error, shown, ...input }: Props) {
  const t = useTexts(uiTexts)
  const [opened, setOpened] = useState(false)
  const hasEye = shown === undefined
  const visible = shown ?? opened
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {(ids) => (
        <span className={styles.box}>
          <input
            spellCheck={false}
            autoCapitalize="off"
            {...input}
            {...ids}
            type={visible ? 'text' : 'password'}
            className={classes(styles.input, hasEye && styles.withEnd)}
          />
          {hasEye && (
            <span className={styles.end}>
              <IconButton
                icon={visible ? EyeOff : Eye}
                label={t('showPassword')}
                aria-pressed={visible}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => setOpened(!opened)}
              />
            </span>
          )}
        </span>
      )}
    </Field>
  )
}
