import { PROFILE_NAME_MAX } from '@app/contract/limits'
import { Search as Magnifier } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import fieldStyles from '../../ui/forms/field.module.css'
import styles from '../bar.module.css'
import { searchTexts } from '../texts.ts'

type Props = {
  /** The name of the current search. */
  name: string
  autoFocus?: boolean
  onSearch: (name: string) => void
  onEscape?: () => void
}

/** Searches by part of a name. The value follows the URL. */
export function NameField({ name, autoFocus, onSearch, onEscape }: Props) {
  const t = useTexts(searchTexts)
  const [input, setInput] = useState({ name, value: name })
  if (input.name !== name) setInput({ name, value: name })
  const value = input.value.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value !== '') onSearch(value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && input.value === '') onEscape?.()
  }
  return (
    <form aria-label={t('searchByName')} className={styles.nameField} onSubmit={submit}>
      <button type="submit" className={styles.nameButton} aria-label={t('search')} disabled={value === ''}>
        <Magnifier size="1.125rem" strokeWidth={1.75} aria-hidden />
      </button>
      <input
        type="search"
        className={classes(fieldStyles.input, styles.nameInput)}
        aria-label={t('searchByName')}
        placeholder={t('searchByName')}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={PROFILE_NAME_MAX}
        // biome-ignore lint/a11y/noAutofocus: the member has just opened the field
        autoFocus={autoFocus}
        value={input.value}
        onChange={({ target }) => setInput({ name, value: target.value })}
        onKeyDown={onKeyDown}
      />
    </form>
  )
}
