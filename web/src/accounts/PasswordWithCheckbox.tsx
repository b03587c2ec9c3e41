import { type ComponentProps, useState } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { Checkbox } from '../ui/forms/Checkbox.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import styles from './form.module.css'
import { accountTexts } from './texts.ts'

/** Renders a password field, and a checkbox below it that shows the password. */
export function PasswordWithCheckbox(field: Omit<ComponentProps<typeof PasswordField>, 'shown'>) {
  const t = useTexts(accountTexts)
  const [shown, setShown] = useState(false)
  return (
    <>
      <PasswordField {...field} shown={shown} />
      <div className={styles.tight}>
        <Checkbox checked={shown} onChange={(event) => setShown(event.target.checked)}>
          {t('showPassword')}
        </Checkbox>
      </div>
    </>
  )
}
