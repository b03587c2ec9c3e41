import type { DoWith, Participant } from '@app/contract/games'
import { PARTICIPANT_NAME_MAX } from '@app/contract/limits'
import { isVisible, normalizeText } from '@app/contract/text/normalize'
import { Plus } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { newClientId } from '../lib/http/client-id.ts'
import { focusIfLost } from '../lib/navigation/focus-if-lost.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { ChoicePills } from '../ui/forms/ChoicePills.tsx'
import { addParticipant, PARTICIPANTS_MAX } from './game.ts'
import styles from './participants.module.css'
import { changeGame, useGames } from './store.ts'
import { gamesTexts } from './texts.ts'

/** The partners whom a new participant accepts; the list of participants can change this. */
const DEFAULT_DO_WITH: DoWith = 'DO_WITH_BOTH'

/**
 * Adds participants one after the other: Enter adds the typed name and keeps the focus in the field. The choice of sex
 * appears with the first letter, and the button once a sex is chosen. Until then Enter moves the focus to the choice.
 */
export function AddParticipant() {
  const t = useTexts(gamesTexts)
  const nameId = useId()
  const isFull = useGames(({ game }) => game.participants.length >= PARTICIPANTS_MAX)
  const [name, setName] = useState('')
  const [sex, setSex] = useState<Participant['sex'] | null>(null)
  const [addedName, setAddedName] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const focusFirst = (type: 'text' | 'radio') =>
    form.current?.querySelector<HTMLInputElement>(`input[type=${type}]`)?.focus()

  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!isVisible(name)) return
    if (!sex) return focusFirst('radio')
    const normalizedName = normalizeText(name)
    changeGame((game) =>
      addParticipant(game, { id: newClientId(), name: normalizedName, sex, doWith: DEFAULT_DO_WITH }),
    )
    setAddedName(normalizedName)
    setName('')
    setSex(null)
    focusFirst('text')
  }

  return (
    <form ref={form} className={styles.add} onSubmit={add}>
      {isFull ? (
        <p ref={addedName === null ? undefined : focusIfLost} tabIndex={-1} className={styles.hint}>
          {t('full')}
        </p>
      ) : (
        <div className={styles.entry}>
          <span className={styles.plus} aria-hidden>
            <Plus size="1.125rem" strokeWidth={1.75} />
          </span>
          <label className="visually-hidden" htmlFor={nameId}>
            {t('name')}
          </label>
          <input
            id={nameId}
            type="text"
            className={styles.field}
            placeholder={t('namePlaceholder')}
            maxLength={PARTICIPANT_NAME_MAX}
            autoComplete="off"
            enterKeyHint="enter"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          {isVisible(name) && sex && (
            <Button type="submit" variant="tinted">
              {t('add')}
            </Button>
          )}
        </div>
      )}
      {!isFull && isVisible(name) && (
        <ChoicePills
          legend={t('sex')}
          choices={[
            { value: 'FEMALE', label: t('woman') },
            { value: 'MALE', label: t('man') },
            { value: 'NON_BINARY', label: t('nonBinary') },
          ]}
          value={sex}
          onChange={setSex}
          dense
        />
      )}
      <p role="status" className="visually-hidden">
        {addedName && t('added', { name: addedName })}
      </p>
    </form>
  )
}
